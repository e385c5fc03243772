package io.weir.server.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Entity;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.Write;
import io.weir.client.WeirClient;
import io.weir.server.TestServer;
import io.weir.server.http.ServerOptions;
import io.weir.testkit.Arrivals;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;
import reactor.util.retry.Retry;

/**
 * Memory for one upload at a time. The next is refused whole, and accepted as soon as the first has
 * ended in any way.
 */
final class UploadAdmissionTest {

  private static final TableName TABLE = new TableName("Birds");
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int LINES = 2000;

  /** Together they send more than the window of a connection. */
  private static final int REFUSALS = 50;

  private final ModelTableService tables = new ModelTableService();
  private final Sinks.Many<BulkLine> lines = Sinks.many().unicast().onBackpressureBuffer();
  private final Arrivals<BulkResult> results = new Arrivals<>();
  private final Arrivals<String> ends = new Arrivals<>();
  private TestServer server;
  private WeirClient holder;
  private WeirClient hasty;
  private Disposable held;

  @BeforeEach
  void holdTheRoom() throws InterruptedException {
    tables.createTable(TABLE).block();
    var options = ServerOptions.builder()
        .port(0)
        .bodyLimitBytes(64 << 10)
        .memoryLimitBytes(512 << 10)
        .build();
    server = TestServer.over(tables, () -> true, options);
    holder = connect(0);
    hasty = connect(0);
    held = holder
        .bulk(TABLE, lines.asFlux())
        .subscribe(results::add, failure -> ends.add("failed"), () -> ends.add("completed"));
    lines.tryEmitNext(insert("held")).orThrow();
    results.take(PATIENCE);
  }

  @AfterEach
  void close() {
    held.dispose();
    holder.close();
    hasty.close();
    server.close();
  }

  @Test
  void anExcessUploadIsRefusedWithARetryAfter() {
    assertThatThrownBy(() -> hasty.bulk(TABLE, inserts()).blockLast(PATIENCE))
        .isInstanceOfSatisfying(
            ServiceBusyException.class,
            busy -> assertThat(busy.retryAfter()).hasValue(Duration.ofSeconds(1)));
    assertThat(tables.query(TABLE, Query.ALL).count().block()).isEqualTo(1);
  }

  /** The client retries after the given pause. Other requests are answered meanwhile. */
  @Test
  void aRefusedUploadIsAcceptedWhenTheFirstHasEnded() throws InterruptedException {
    try (var patient = connect(20)) {
      var outcomes = new Arrivals<List<BulkResult>>();
      var unused = patient.bulk(TABLE, inserts()).collectList().subscribe(outcomes::add);
      Flux.interval(Duration.ofMillis(10))
          .filter(tick -> patient.statistics().attempts() > 1)
          .blockFirst(PATIENCE);
      assertThat(hasty.get(TABLE, insert("held").write().key()).block(PATIENCE)).isNotNull();

      lines.tryEmitComplete().orThrow();

      assertThat(ends.take(PATIENCE)).isEqualTo("completed");
      assertAllDone(outcomes.take(PATIENCE));
    }
  }

  @Test
  void aRefusedUploadIsAcceptedWhenTheFirstWasCancelled() {
    held.dispose();

    assertAllDone(uploadWhenThereIsRoom());
  }

  @Test
  void aRefusedUploadIsAcceptedWhenTheFirstHasFailed() throws InterruptedException {
    lines.tryEmitError(new IllegalStateException("No more lines.")).orThrow();

    assertThat(ends.take(PATIENCE)).isEqualTo("failed");
    assertAllDone(uploadWhenThereIsRoom());
  }

  @Test
  void aRefusedUploadIsAcceptedWhenTheConnectionOfTheFirstIsClosed() {
    holder.close();

    assertAllDone(uploadWhenThereIsRoom());
  }

  /**
   * The unread bytes of refused uploads must not fill the window that the streams of a connection
   * share.
   */
  @Test
  void refusedUploadsLeaveTheWindowOfTheirConnectionFree() throws InterruptedException {
    for (var refusal = 0; refusal < REFUSALS; refusal++) {
      assertThatThrownBy(() -> holder.bulk(TABLE, inserts()).blockLast(PATIENCE))
          .isInstanceOf(ServiceBusyException.class);
    }

    for (var row = 0; row < LINES; row++) {
      lines.tryEmitNext(insert("more" + row)).orThrow();
    }
    lines.tryEmitComplete().orThrow();

    assertThat(ends.take(PATIENCE)).isEqualTo("completed");
    assertThat(results.waiting()).isEqualTo(LINES + 1);
  }

  private List<BulkResult> uploadWhenThereIsRoom() {
    return hasty
        .bulk(TABLE, inserts())
        .collectList()
        .retryWhen(Retry.fixedDelay(Long.MAX_VALUE, Duration.ofMillis(5))
            .filter(ServiceBusyException.class::isInstance))
        .blockOptional(PATIENCE)
        .orElseThrow();
  }

  /** Asserts that no refused attempt carried out a line: its insert would now conflict. */
  private static void assertAllDone(List<BulkResult> outcomes) {
    assertThat(outcomes).hasSize(LINES + 1).endsWith(new BulkResult.End(LINES, 0));
  }

  private static Flux<BulkLine> inserts() {
    return Flux.range(0, LINES).map(row -> insert("row" + row));
  }

  private static BulkLine.Change insert(String row) {
    var entity = Entity.builder("p", row).set("Note", "x".repeat(100)).build();
    return (BulkLine.Change) BulkLine.of(new Write.Insert(entity));
  }

  private WeirClient connect(int retries) {
    return WeirClient.builder()
        .endpoint(server.accountUrl())
        .loops(1)
        .retries(retries)
        .firstBackoff(Duration.ofMillis(1))
        .connect();
  }
}
