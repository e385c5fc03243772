package io.weir.server.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Entity;
import io.weir.api.error.AccessDeniedException;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import io.weir.client.ClientOptions;
import io.weir.client.DialectChoice;
import io.weir.client.WeirClient;
import io.weir.server.EndlessWork;
import io.weir.server.SharedAccessToken;
import io.weir.server.TestServer;
import io.weir.server.files.ServerTls;
import io.weir.server.files.TestCertificates;
import io.weir.server.http.ServerOptions;
import io.weir.testkit.CoreTables;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Mono;

/**
 * The client's standard dialect supports TLS, signatures, cancellation and the delay of a busy
 * service, as the streaming dialect does.
 */
final class RestAccessTest {

  private static final Duration SOON = Duration.ofSeconds(30);
  private static final TableName TABLE = new TableName("Birds");
  private static final Entity OWL =
      Entity.builder("Owls", "1").set("Name", "Athena").build();
  private static final Write INSERT = new Write.Insert(OWL);

  private final ModelTableService tables = tables();

  /** Each operation of a transaction contains its absolute address. */
  @Test
  void theStandardDialectWorksOverTls(@TempDir Path folder) throws IOException {
    var certificates = new TestCertificates(folder);
    var options = ServerOptions.builder()
        .port(0)
        .tls(Optional.of(ServerTls.open(certificates.issue("server"))))
        .build();
    try (var server = TestServer.over(tables, () -> true, options);
        var client = options(server).trust(certificates.authority()).connect()) {
      client.submit(TABLE, Batch.of(INSERT)).block(SOON);

      assertThat(
              client.query(TABLE, Query.ALL.where("Name eq 'Athena'")).count().block(SOON))
          .isOne();
    }
  }

  @Test
  void aSignatureGrantsItsRights() {
    var token = SharedAccessToken.ofTable("birds", Map.of("sp", "r", "se", "2099-01-01T00:00:00Z"));
    tables.write(TABLE, INSERT).block();
    try (var server = TestServer.over(tables);
        var client = options(server).sharedAccessSignature(token).connect()) {
      assertThat(client.query(TABLE, Query.ALL).single().block(SOON).key()).isEqualTo(OWL.key());

      assertThatThrownBy(() -> client.write(TABLE, INSERT).block(SOON))
          .isInstanceOf(AccessDeniedException.class);
    }
  }

  @Test
  void aCancelledStreamStopsInTheService() throws InterruptedException {
    var work = new EndlessWork();
    try (var server = TestServer.over(work.tables());
        var client = options(server).connect()) {
      var waiting = client.page(TABLE, Query.ALL).subscribe();
      assertThat(work.awaitBegin()).isTrue();

      waiting.dispose();

      assertThat(work.awaitCancel()).isTrue();
    }
  }

  @Test
  void aBusyServiceReportsARetryAfter() {
    try (var server = TestServer.over(busy(tables));
        var client = options(server).retries(0).connect()) {
      assertThatThrownBy(() -> client.write(TABLE, INSERT).block(SOON))
          .isInstanceOfSatisfying(
              ServiceBusyException.class,
              busy -> assertThat(busy.retryAfter()).hasValue(Duration.ofSeconds(1)));
    }
  }

  private static TableService busy(TableService tables) {
    return new CoreTables(tables) {
      @Override
      public Mono<WriteResult> write(TableName table, Write write) {
        return Mono.error(new ServiceBusyException("reason=test"));
      }
    };
  }

  private static ModelTableService tables() {
    var tables = new ModelTableService();
    tables.createTable(TABLE).block();
    return tables;
  }

  private static ClientOptions.Builder options(TestServer server) {
    return WeirClient.builder()
        .endpoint(server.accountUrl())
        .dialect(DialectChoice.REST)
        .loops(1);
  }
}
