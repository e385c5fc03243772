package io.weir.server.tls;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;

/** A private key and the chain of certificates for it, the server's own first. Immutable; prints no key. */
record ServerIdentity(PrivateKey key, List<X509Certificate> chain) {

  ServerIdentity {
    chain = List.copyOf(chain);
  }

  X509Certificate certificate() {
    return chain.get(0);
  }

  @Override
  public String toString() {
    return "subject=" + certificate().getSubjectX500Principal() + " until="
        + certificate().getNotAfter().toInstant();
  }
}
