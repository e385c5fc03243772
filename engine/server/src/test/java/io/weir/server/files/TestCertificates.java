package io.weir.server.files;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.time.Instant;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate authority for tests, and server files that it issues. */
public final class TestCertificates {

  /** Long enough to cause no expiry warning. */
  private static final Duration VALID = Duration.ofDays(90);

  private static final X509Bundle AUTHORITY = authority("CN=Weir test authority");

  private final Path folder;

  public TestCertificates(Path folder) {
    this.folder = folder;
  }

  /** Writes a new key, its certificate for 127.0.0.1 and its chain to files with this name. */
  public PemFiles issue(String name) {
    return write(name, issued(AUTHORITY));
  }

  /** Returns the authority's certificate for clients to trust. */
  public Path authority() throws IOException {
    return Files.writeString(folder.resolve("authority.pem"), AUTHORITY.getCertificatePEM());
  }

  static X509Bundle authority(String subject) {
    try {
      return new CertificateBuilder()
          .ecp256()
          .subject(subject)
          .notAfter(Instant.now().plus(VALID))
          .setIsCertificateAuthority(true)
          .buildSelfSigned();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  static X509Bundle issued(X509Bundle issuer) {
    return issued(issuer, CertificateBuilder.Algorithm.ecp256);
  }

  static X509Bundle issued(X509Bundle issuer, CertificateBuilder.Algorithm algorithm) {
    return issued(
        issuer,
        new CertificateBuilder().algorithm(algorithm).notAfter(Instant.now().plus(VALID)));
  }

  /** Returns a certificate that is valid during this period only. */
  static X509Bundle issued(X509Bundle issuer, Instant from, Instant until) {
    return issued(issuer, new CertificateBuilder().ecp256().notBefore(from).notAfter(until));
  }

  private static X509Bundle issued(X509Bundle issuer, CertificateBuilder certificate) {
    try {
      return certificate.subject("CN=127.0.0.1").addSanIpAddress("127.0.0.1").buildIssuedBy(issuer);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  PemFiles write(String name, X509Bundle bundle) {
    return write(name, bundle.getCertificatePathPEM(), bundle.getPrivateKeyPEM());
  }

  PemFiles write(String name, String chain, String key) {
    try {
      return new PemFiles(
          Files.writeString(folder.resolve(name + ".crt"), chain),
          Files.writeString(folder.resolve(name + ".key"), key));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Returns a TLS context that trusts the authority, for the JDK's clients. */
  public static SSLContext trusting() {
    try {
      var store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      store.setCertificateEntry("authority", AUTHORITY.getCertificate());
      var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      var context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
