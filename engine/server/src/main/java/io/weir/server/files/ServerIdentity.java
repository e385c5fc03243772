package io.weir.server.files;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A private key and its certificate chain, with the server's certificate first. Immutable.
 * {@code toString} does not reveal the key.
 */
record ServerIdentity(PrivateKey key, List<X509Certificate> chain) {

  private static final Duration EXPIRY_NOTICE = Duration.ofDays(14);

  ServerIdentity {
    chain = List.copyOf(chain);
  }

  X509Certificate certificate() {
    return chain.get(0);
  }

  /**
   * Returns a warning if a certificate of the chain is not yet valid, has expired, or expires
   * within two weeks; empty otherwise. It is a warning and no failure, because the server's clock
   * may be wrong.
   */
  Optional<String> warning(Instant now) {
    return chain.stream()
        .flatMap(certificate -> warning(certificate, now).stream())
        .findFirst();
  }

  private static Optional<String> warning(X509Certificate certificate, Instant now) {
    var from = certificate.getNotBefore().toInstant();
    var until = certificate.getNotAfter().toInstant();
    var subject = "The certificate of " + certificate.getSubjectX500Principal();
    if (now.isBefore(from)) {
      return Optional.of(
          subject + " is not valid before " + from + ". The server's clock shows " + now + ".");
    }
    if (now.isAfter(until)) {
      return Optional.of(subject + " has expired: it was valid until " + until + ".");
    }
    return now.isAfter(until.minus(EXPIRY_NOTICE))
        ? Optional.of(subject + " expires soon: it is valid until " + until + ".")
        : Optional.empty();
  }

  @Override
  public String toString() {
    return "subject=" + certificate().getSubjectX500Principal() + " until="
        + certificate().getNotAfter().toInstant();
  }
}
