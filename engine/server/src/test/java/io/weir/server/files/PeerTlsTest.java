package io.weir.server.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that prove themselves with certificates of one authority. */
final class PeerTlsTest {

  @TempDir
  private Path folder;

  private TestCertificates certificates;

  @BeforeEach
  void prepare() {
    certificates = new TestCertificates(folder);
  }

  @Test
  void nodesOfOneAuthorityTrustEachOther() throws Exception {
    var authority = certificates.authority();
    var one = PeerTls.open(certificates.issue("one"), authority);
    var other = PeerTls.open(certificates.issue("other"), authority);

    assertThat(shake(one, other)).isEqualTo("CN=127.0.0.1");
  }

  @Test
  void aNodeOfAnotherAuthorityIsNotTrusted() throws Exception {
    var stranger = TestCertificates.authority("CN=Stranger");
    var strangers =
        Files.writeString(folder.resolve("strangers.pem"), stranger.getCertificatePEM());
    var one = PeerTls.open(certificates.issue("one"), certificates.authority());
    var other =
        PeerTls.open(certificates.write("other", TestCertificates.issued(stranger)), strangers);

    assertThatThrownBy(() -> shake(one, other)).hasRootCauseInstanceOf(Exception.class);
  }

  @Test
  void severalAuthoritiesMayStandInOneFile() throws Exception {
    var stranger = TestCertificates.authority("CN=Stranger");
    var both = Files.writeString(
        folder.resolve("both.pem"),
        stranger.getCertificatePEM() + Files.readString(certificates.authority()));
    var one = PeerTls.open(certificates.issue("one"), both);
    var other = PeerTls.open(certificates.write("other", TestCertificates.issued(stranger)), both);

    assertThat(shake(one, other)).isEqualTo("CN=127.0.0.1");
  }

  @Test
  void aFileOfAuthoritiesWithoutACertificateIsRefusedByName() throws IOException {
    var files = certificates.issue("one");
    var empty = Files.writeString(folder.resolve("empty.pem"), "");

    assertThatThrownBy(() -> PeerTls.open(files, empty))
        .isInstanceOf(CertificateUnusable.class)
        .hasMessageStartingWith(empty + ": ");
    assertThatThrownBy(() -> PeerTls.open(files, files.key()))
        .isInstanceOf(CertificateUnusable.class)
        .hasMessageStartingWith(files.key() + ": ");
  }

  @Test
  void aKeyOfAnotherCertificateIsRefused() throws IOException {
    var wrong = new PemFiles(
        certificates.issue("one").chain(), certificates.issue("other").key());
    var authority = certificates.authority();

    assertThatThrownBy(() -> PeerTls.open(wrong, authority))
        .isInstanceOf(CertificateUnusable.class)
        .hasMessageContaining("is not the key of the first certificate");
  }

  /** Connects one node to another and returns the subject that the accepting one sees. */
  private static String shake(SSLContext connecting, SSLContext accepting) throws Exception {
    var loopback = InetAddress.getLoopbackAddress();
    try (var listener =
        (SSLServerSocket) accepting.getServerSocketFactory().createServerSocket(0, 1, loopback)) {
      listener.setNeedClientAuth(true);
      var seen = CompletableFuture.supplyAsync(() -> subject(listener));
      try (var socket = (SSLSocket) connecting
          .getSocketFactory()
          .createSocket(new Socket(loopback, listener.getLocalPort()), "127.0.0.1", 1, true)) {
        socket.setSoTimeout(30_000);
        socket.startHandshake();
        assertThat(socket.getInputStream().read()).isEqualTo(1);
      }
      return seen.get();
    }
  }

  private static String subject(SSLServerSocket listener) {
    try (var socket = (SSLSocket) listener.accept()) {
      socket.setSoTimeout(30_000);
      socket.startHandshake();
      socket.getOutputStream().write(1);
      return socket.getSession().getPeerPrincipal().getName();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
