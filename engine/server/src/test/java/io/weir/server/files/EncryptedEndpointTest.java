package io.weir.server.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.weir.api.AccountName;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Entity;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.wire.SharedKey;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import io.weir.client.ClientOptions;
import io.weir.client.DialectChoice;
import io.weir.client.WeirClient;
import io.weir.server.TestServer;
import io.weir.server.http.ServerOptions;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.IntStream;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Flux;

/** An endpoint with a certificate, called by the JDK's client and by Weir's client. */
final class EncryptedEndpointTest {

  private static final Duration SOON = Duration.ofSeconds(30);
  private static final TableName TABLE = new TableName("Secrets");
  private static final ModelTableService TABLES = new ModelTableService();

  @TempDir
  static Path folder;

  private static TestCertificates certificates;
  private static PemFiles files;
  private static ServerTls tls;
  private static TestServer server;
  private static TestServer plain;

  @BeforeAll
  static void start() throws IOException {
    certificates = new TestCertificates(folder);
    files = certificates.issue("server");
    tls = ServerTls.open(files);
    server = TestServer.over(
        TABLES,
        () -> true,
        ServerOptions.builder().port(0).tls(Optional.of(tls)).build());
    plain = TestServer.over(TABLES);
    TABLES.createTable(TABLE).block(SOON);
  }

  @AfterAll
  static void stop() {
    server.close();
    plain.close();
  }

  @ParameterizedTest
  @EnumSource
  void alpnSelectsTheProtocolOfTheClient(Version version) throws Exception {
    var answer = get(version, server.uri("/health"));

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.version()).isEqualTo(version);
  }

  @Test
  void onlyTls12AndTls13AreAccepted() {
    var engine = tls.newEngine(UnpooledByteBufAllocator.DEFAULT);

    assertThat(engine.getEnabledProtocols()).containsExactlyInAnyOrder("TLSv1.3", "TLSv1.2");
  }

  @Test
  void aRequestInClearTextGetsNoAnswer() {
    var clear = URI.create("http://127.0.0.1:" + server.port() + "/health");

    assertThatThrownBy(() -> get(Version.HTTP_1_1, clear)).isInstanceOf(IOException.class);
  }

  @ParameterizedTest
  @EnumSource
  void signatureForHttpsIsAcceptedOnEncryptedConnectionsOnly(Version version) throws Exception {
    var there = get(version, URI.create(plain.accountUrl() + "/Secrets()?" + token()));
    var here = get(version, URI.create(server.accountUrl() + "/Secrets()?" + token()));

    assertThat(there.statusCode()).isEqualTo(403);
    assertThat(there.headers().firstValue("x-ms-error-code"))
        .hasValue("AuthorizationProtocolMismatch");
    assertThat(here.statusCode()).as(here.body()).isEqualTo(200);
    assertThat(here.body()).startsWith("{\"odata.metadata\":\"https://127.0.0.1:");
  }

  @Test
  void clientWritesAndStreamsOverTls() throws IOException {
    var table = new TableName("Streamed");
    var client = client(server).trust(certificates.authority()).connect();
    client.createTable(table).block(SOON);
    Flux.range(0, 20).concatMap(batch -> client.submit(table, batch(batch))).blockLast(SOON);

    var rows = client.query(table, Query.ALL).count().block(SOON);

    assertThat(rows).isEqualTo(2_000);
    client.closeLater().block(SOON);
  }

  /**
   * The binary dialect sends one request for a stream; the standard dialect would send one per
   * page, two in total.
   */
  @Test
  void clientNegotiatesTheDialectOverTls() throws IOException {
    var table = new TableName("Probed");
    TABLES.createTable(table).block(SOON);
    Flux.range(0, 20).concatMap(batch -> TABLES.submit(table, batch(batch))).blockLast(SOON);
    var client = client(server)
        .trust(certificates.authority())
        .dialect(DialectChoice.AUTO)
        .connect();

    assertThat(client.query(table, Query.ALL).count().block(SOON)).isEqualTo(2_000);

    assertThat(client.statistics().attempts()).as("dialect request and stream").isEqualTo(2);
    client.closeLater().block(SOON);
  }

  /**
   * Sixteen unread streams of 4 MB exceed any window of 64 KiB. A request after them is still
   * answered.
   */
  @Test
  void unreadStreamsDoNotBlockTheConnection() throws IOException {
    var table = new TableName("Wide");
    var client = client(server).trust(certificates.authority()).connections(1).connect();
    client.createTable(table).block(SOON);
    Flux.range(0, 40).concatMap(batch -> client.submit(table, batch(batch))).blockLast(SOON);
    var unread = IntStream.range(0, 16)
        .mapToObj(i -> new StalledSubscriber(client, table))
        .toList();
    unread.forEach(StalledSubscriber::awaitFirst);

    assertThat(client.query(table, Query.ALL).count().block(SOON)).isEqualTo(4_000);

    unread.forEach(StalledSubscriber::cancel);
    client.closeLater().block(SOON);
  }

  @Test
  void clientRejectsAnUntrustedCertificate() {
    var client = client(server).retries(0).connect();

    assertThatThrownBy(() -> client.tables(Query.ALL).block(SOON))
        .isInstanceOf(ServiceFailedException.class)
        .hasMessageContaining("outcome=notSent")
        .hasStackTraceContaining("certification path");
    client.closeLater().block(SOON);
  }

  @Test
  void clientVerifiesTheHostName() throws IOException {
    var client = WeirClient.builder()
        .endpoint("https://localhost:" + server.port() + "/" + AccountName.DEVELOPMENT)
        .trust(certificates.authority())
        .retries(0)
        .connect();

    assertThatThrownBy(() -> client.tables(Query.ALL).block(SOON))
        .hasStackTraceContaining("localhost");
    client.closeLater().block(SOON);
  }

  @Test
  void invalidTrustFileIsReportedWithOtherInvalidOptions() {
    assertThatThrownBy(
            () -> client(server).trust(folder.resolve("none.pem")).loops(0).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("none.pem")
        .hasMessageContaining("loops=0");
  }

  @Test
  void reloadedCertificateAppliesToNewConnections() throws Exception {
    var watch = tls.watching(files);
    var before = serial();

    assertThat(watch.check()).isFalse();
    certificates.write("server", "not a certificate", "");
    assertThat(watch.check()).isFalse();
    assertThat(serial()).isEqualTo(before);
    certificates.issue("server");
    files.chain().toFile().setLastModified(1_000_000_000_000L);
    assertThat(watch.check()).isTrue();

    assertThat(serial()).isNotEqualTo(before);
  }

  private static Object serial() throws IOException {
    try (var socket = (SSLSocket)
        TestCertificates.trusting().getSocketFactory().createSocket("127.0.0.1", server.port())) {
      socket.startHandshake();
      return socket.getSession().getPeerCertificates()[0];
    } catch (SSLHandshakeException e) {
      throw new AssertionError("The server's certificate is not trusted.", e);
    }
  }

  private static ClientOptions.Builder client(TestServer at) {
    return WeirClient.builder().endpoint(at.accountUrl()).loops(1);
  }

  private static Batch batch(int number) {
    return new Batch(IntStream.range(0, 100)
        .mapToObj(row -> (Write) new Write.Insert(
            Entity.builder("p" + number, "r" + row).set("Data", new byte[1_000]).build()))
        .toList());
  }

  private static String token() {
    var key = SharedKey.of(AccountName.DEVELOPMENT, SharedKey.DEVELOPMENT_KEY);
    var end = "2099-01-01T00:00:00Z";
    var text = "r\n\n" + end + "\n/table/" + AccountName.DEVELOPMENT
        + "/secrets\n\n\nhttps\n2019-02-02\n\n\n\n";
    return "sv=2019-02-02&tn=Secrets&sp=r&spr=https&se=" + end + "&sig="
        + key.sign(text).replace("+", "%2B");
  }

  private static HttpResponse<String> get(Version version, URI uri)
      throws IOException, InterruptedException {
    return HttpClient.newBuilder()
        .version(version)
        .sslContext(TestCertificates.trusting())
        .build()
        .send(
            HttpRequest.newBuilder(uri)
                .header("Accept", "application/json;odata=minimalmetadata")
                .timeout(SOON)
                .build(),
            BodyHandlers.ofString());
  }
}
