import type { ChannelModel } from 'amqplib'

/**
 * Closes a connection, and resolves when it is closed or broken. amqplib itself waits for RabbitMQ's answer even if the
 * connection breaks before that, and without a listener that error would end the process.
 */
export function closeConnection(model: ChannelModel): Promise<void> {
  model.on('error', () => undefined)
  return new Promise((resolve) => {
    model.once('close', () => resolve())
    // It rejects for a connection that is closed or closing.
    model.close().catch(() => resolve())
  })
}
