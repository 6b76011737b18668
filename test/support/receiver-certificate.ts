/**
 * A self-signed certificate of a receiver, for `receiver.example.com` and 127.0.0.1, valid from 2020 to 2120. It is of use in
 * tests only: no process trusts it by default. Made with `openssl req -new` (EC, prime256v1) and `openssl ca -selfsign`.
 */
export const receiverCertificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgwnOiGyc/UeTBqYKX
MFVLzh5RxKL4NjtWJU9AQ4o6FNuhRANCAARpQAZfU3F5noyQ1lkiKvyA1oSReopE
+k+wXzwloPXKF7mcNzWpKKzqiNAV3cyZtZ1uzu3uplLCQybgSgRm+GBC
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBmjCCAUCgAwIBAgIBATAKBggqhkjOPQQDAjAoMSYwJAYDVQQDDB1SZWNlaXZl
ciBvZiB3ZWJob29rcyBpbiB0ZXN0czAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEw
MTAwMDAwMFowKDEmMCQGA1UEAwwdUmVjZWl2ZXIgb2Ygd2ViaG9va3MgaW4gdGVz
dHMwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARpQAZfU3F5noyQ1lkiKvyA1oSR
eopE+k+wXzwloPXKF7mcNzWpKKzqiNAV3cyZtZ1uzu3uplLCQybgSgRm+GBCo1kw
VzAPBgNVHRMBAf8EBTADAQH/MCUGA1UdEQQeMByCFHJlY2VpdmVyLmV4YW1wbGUu
Y29thwR/AAABMB0GA1UdDgQWBBSt3XNLK+gH6L3xnoS1wy5bA+BhLTAKBggqhkjO
PQQDAgNIADBFAiBh/0ttfKJebzGC095dnMTz7Du8sYh4p8XS2rXy4EJvbwIhAPF2
dZ3SYrmGlgkjjzxcPWtSxDKqvsb6NlJLI3vgBmq7
-----END CERTIFICATE-----`,
}
