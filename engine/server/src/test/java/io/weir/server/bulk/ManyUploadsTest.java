package io.weir.server.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.TableName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Entity;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.Write;
import io.weir.client.WeirClient;
import io.weir.server.TestServer;
import io.weir.server.http.ServerOptions;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * Many uploads on one connection to a service with memory for one large upload. They take turns,
 * and none is refused.
 */
final class ManyUploadsTest {

  private static final TableName TABLE = new TableName("Birds");
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int UPLOADS = 20;

  /** A quarter of the limit admits 26 uploads of 384 KiB. */
  private static final int WAITING = 24;

  private static final int LINES = 50;

  private final ModelTableService tables = new ModelTableService();
  private TestServer server;
  private WeirClient client;

  @BeforeEach
  void start() {
    tables.createTable(TABLE).block();
    var options = ServerOptions.builder()
        .port(0)
        .memoryLimitBytes(40L << 20) // a quarter is one window
        .build();
    server = TestServer.over(tables, () -> true, options);
    client =
        WeirClient.builder().endpoint(server.accountUrl()).loops(1).retries(0).connect();
  }

  @AfterEach
  void stop() {
    client.closeLater().block(PATIENCE);
    server.close();
  }

  /** A group is carried out when its last line arrives, so each must be held whole. */
  @Test
  void groupsTooLargeTogetherAreCarriedOutInTurn() {
    var ends = Flux.range(0, UPLOADS)
        .flatMap(upload -> client.bulk(TABLE, group(upload)).last(), UPLOADS)
        .collectList()
        .block(PATIENCE);

    assertThat(ends).hasSize(UPLOADS).containsOnly(new BulkResult.End(LINES, 0));
  }

  @Test
  void idleUploadsTakeLittleMemory() throws InterruptedException {
    var goOn = Sinks.<BulkLine>empty();
    var begun = new CountDownLatch(WAITING);
    var ends = Flux.range(0, WAITING)
        .flatMap(
            upload -> client
                .bulk(TABLE, Flux.just(line("" + upload, 0, "")).concatWith(goOn.asMono()))
                .doOnNext(first -> begun.countDown())
                .last(),
            WAITING)
        .collectList()
        .toFuture();
    assertThat(begun.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();

    goOn.tryEmitEmpty().orThrow();

    assertThat(Mono.fromFuture(ends).block(PATIENCE))
        .hasSize(WAITING)
        .containsOnly(new BulkResult.End(1, 0));
  }

  private static Flux<BulkLine> group(int upload) {
    return Flux.range(0, LINES).map(row -> line("p" + upload, row, "x".repeat(25_000)));
  }

  private static BulkLine line(String partition, int row, String note) {
    var entity = Entity.builder(partition, "" + row).set("Note", note).build();
    return note.isEmpty()
        ? BulkLine.of(new Write.Insert(entity))
        : BulkLine.of(new Write.Insert(entity), "all");
  }
}
