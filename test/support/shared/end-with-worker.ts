import { ofWorker } from './share.ts'

// Runs before each file. A hook that asks for something of the worker has it ended with the worker.
ofWorker.beforeAll(({ endOfWorker }) => void endOfWorker)
