package io.weir.server.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Entity;
import io.weir.api.wire.Dialect;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.client.WeirClient;
import io.weir.server.TestRequest;
import io.weir.server.TestServer;
import io.weir.server.http.ServerOptions;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Flux;

/**
 * Streams in both directions over TLS: binary frames over HTTP/2, which ALPN selects, and lines
 * over HTTP/1.1 and HTTP/2.
 */
final class EncryptedStreamsTest {

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final TableName TABLE = new TableName("Streamed");
  private static final int ENTITIES = 3_000;

  @TempDir
  static Path folder;

  private static TestServer server;
  private static Path authority;

  @BeforeAll
  static void start() throws IOException {
    var certificates = new TestCertificates(folder);
    var tls = ServerTls.open(certificates.issue("server"));
    authority = certificates.authority();
    var tables = new ModelTableService();
    tables.createTable(TABLE).block(SOON);
    server = TestServer.over(
        tables,
        () -> true,
        ServerOptions.builder().port(0).tls(Optional.of(tls)).build());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void clientSendsAndReceivesFrames() {
    var client = WeirClient.builder()
        .endpoint(server.accountUrl())
        .loops(1)
        .trust(authority)
        .connect();
    var lines = Flux.range(0, ENTITIES)
        .map(number -> BulkLine.of(new Write.Upsert(
            Entity.builder("frames", "%05d".formatted(number))
                .set("Data", new byte[500])
                .build(),
            WriteMode.REPLACE)));

    var last = client.bulk(TABLE, lines).blockLast(SOON);
    var rows =
        client.query(TABLE, Query.ALL.where("PartitionKey eq 'frames'")).count().block(SOON);

    assertThat(last).isEqualTo(new BulkResult.End(ENTITIES, 0));
    assertThat(rows).isEqualTo(ENTITIES);
    client.closeLater().block(SOON);
  }

  /** The length of the request body is unknown in advance, so HTTP/1.1 uses chunked encoding. */
  @ParameterizedTest
  @EnumSource
  void clientSendsAndReceivesLines(Version version) throws Exception {
    var partition = version.name();
    var chunks = IntStream.range(0, ENTITIES)
        .mapToObj(number -> "{\"PartitionKey\":\"%s\",\"RowKey\":\"%05d\",\"N\":%d}\n"
            .formatted(partition, number, number)
            .getBytes(StandardCharsets.UTF_8))
        .toList();

    var results = send(
        version,
        "POST",
        TestRequest.post(server, "/Streamed/%24bulk", "lines")
            .header("Content-Type", Dialect.NDJSON),
        BodyPublishers.ofByteArrays(chunks));
    var answer = send(
        version,
        "GET",
        TestRequest.get(server, "/Streamed()?%24filter=PartitionKey%20eq%20'" + partition + "'")
            .header("Accept", Dialect.NDJSON),
        BodyPublishers.noBody());

    assertThat(results.version()).isEqualTo(version);
    assertThat(results.body().lines()).hasSize(ENTITIES + 1);
    assertThat(results.body()).endsWith("{\"$end\":{\"done\":" + ENTITIES + ",\"refused\":0}}\n");
    assertThat(answer.version()).isEqualTo(version);
    assertThat(answer.body().lines().filter(line -> line.contains("\"RowKey\"")))
        .hasSize(ENTITIES);
    assertThat(answer.body()).contains("\"returned\":" + ENTITIES + "}}");
  }

  private static HttpResponse<String> send(
      Version version, String method, TestRequest signed, BodyPublisher body)
      throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(signed.uri());
    signed.headers().forEach((name, values) -> request.header(name, values.get(0)));
    return HttpClient.newBuilder()
        .version(version)
        .sslContext(TestCertificates.trusting())
        .build()
        .send(request.method(method, body).build(), BodyHandlers.ofString());
  }
}
