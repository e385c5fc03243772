package io.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.weir.cluster.Cluster.Node;
import io.weir.cluster.RecordedOutcome.State;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.time.Instant;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that prove themselves with certificates, and others that cannot. */
final class SecureClusterTest {

  private static final char[] PASSWORD = "weir".toCharArray();

  private static final X509Bundle AUTHORITY = authority("CN=Birds");
  private static final X509Bundle STRANGER = authority("CN=Stranger");

  private Cluster cluster;

  @BeforeEach
  void startThreeNodes(@TempDir Path folder) {
    SSLContext context = context(AUTHORITY, AUTHORITY, "127.0.0.1");
    cluster = Cluster.start(folder, options -> options.withTls(context));
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  @Test
  void nodesOfOneAuthorityAgree() {
    Node leader = cluster.leader();

    assertThat(cluster.propose(leader, "x".repeat(1 << 20)).await()).isEqualTo(State.KEPT);

    cluster.assertSameEntries(leader, "end");
  }

  @Test
  void whoHasNoCertificateIsRefused() {
    NodeAddress a = cluster.options("a").self();

    assertThatThrownBy(() -> greet(new Sockets(null), a)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> greet(new Sockets(trustingOnly(AUTHORITY)), a))
        .isInstanceOf(IOException.class);
  }

  @Test
  void whoHasACertificateOfAnotherAuthorityIsRefused() {
    NodeAddress a = cluster.options("a").self();

    assertThatThrownBy(() -> greet(new Sockets(context(STRANGER, AUTHORITY, "127.0.0.1")), a))
        .isInstanceOf(IOException.class);
  }

  @Test
  void aNodeTrustsNoServerOfAnotherAuthorityOrName() throws IOException {
    NodeAddress a = cluster.options("a").self();
    NodeAddress other = new NodeAddress("a", "localhost", a.port());

    assertThatThrownBy(() -> greet(new Sockets(context(AUTHORITY, STRANGER, "127.0.0.1")), a))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(() -> greet(new Sockets(context(AUTHORITY, AUTHORITY, "127.0.0.1")), other))
        .isInstanceOf(IOException.class);
    greet(new Sockets(context(AUTHORITY, AUTHORITY, "127.0.0.1")), a);
  }

  /**
   * Connects and greets as a node would. With TLS 1.3 a client hears of its refused certificate
   * only when it reads.
   */
  private void greet(Sockets sockets, NodeAddress to) throws IOException {
    String folder = Files.readAllLines(cluster.options("b").folder().resolve("node")).stream()
        .filter(line -> line.startsWith("folder="))
        .map(line -> line.substring("folder=".length()))
        .findFirst()
        .orElseThrow();
    try (Socket socket = sockets.connect(to, 5_000);
        Wire wire = new Wire(socket, 1 << 10)) {
      wire.greet(new Wire.Greeting("birds", "", "b", folder, "", to.id(), ""));
    }
  }

  private static X509Bundle authority(String subject) {
    try {
      return new CertificateBuilder()
          .ecp256()
          .subject(subject)
          .notAfter(Instant.now().plus(Duration.ofDays(90)))
          .setIsCertificateAuthority(true)
          .buildSelfSigned();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static SSLContext context(X509Bundle issuer, X509Bundle trusted, String host) {
    try {
      X509Bundle own = new CertificateBuilder()
          .ecp256()
          .subject("CN=" + host)
          .addSanIpAddress(host)
          .notAfter(Instant.now().plus(Duration.ofDays(90)))
          .buildIssuedBy(issuer);
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(own.toKeyStore(PASSWORD), PASSWORD);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), trust(trusted).getTrustManagers(), null);
      return context;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static SSLContext trustingOnly(X509Bundle trusted) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust(trusted).getTrustManagers(), null);
      return context;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static TrustManagerFactory trust(X509Bundle trusted) throws Exception {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    store.setCertificateEntry("authority", trusted.getCertificate());
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    return trust;
  }
}
