package io.weir.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.entity.Entity;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.api.write.WriteResult;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;

/**
 * Checks which units of a bulk write are in flight at a time and in which order their results are
 * returned.
 */
final class BulkByUnitsTest {

  private static final TableName TABLE = new TableName("People");

  private final List<String> begun = new ArrayList<>();
  private final List<Sinks.One<WriteResult>> outcomes = new ArrayList<>();

  /** A service whose writes end when the test says so. It supports no other operation. */
  private final TableService service = (TableService) Proxy.newProxyInstance(
      TableService.class.getClassLoader(),
      new Class<?>[] {TableService.class},
      (proxy, method, arguments) -> write((Write) arguments[1]));

  private Mono<WriteResult> write(Write write) {
    return Mono.defer(() -> {
      Sinks.One<WriteResult> outcome = Sinks.one();
      begun.add(write.key().rowKey());
      outcomes.add(outcome);
      return outcome.asMono();
    });
  }

  @Test
  void asManyUnitsAsTheWidthAreInFlightAndResultsKeepTheirOrder() {
    StepVerifier.create(bulk(Flux.just(line("a"), line("b"), line("c")), 2))
        .then(() -> assertThat(begun).containsExactly("a", "b"))
        .then(() -> done(1))
        .then(() -> done(0))
        .expectNextMatches(result -> isDone(result, 0))
        .expectNextMatches(result -> isDone(result, 1))
        .then(() -> assertThat(begun).containsExactly("a", "b", "c"))
        .then(() -> done(2))
        .expectNextMatches(result -> isDone(result, 2))
        .expectNext(new BulkResult.End(3, 0))
        .verifyComplete();
  }

  @Test
  void linesOfOneKeyFollowEachOther() {
    StepVerifier.create(bulk(Flux.just(line("a"), line("a"), line("b")), 3))
        .then(() -> assertThat(begun).containsExactly("a", "b"))
        .then(() -> done(0))
        .expectNextMatches(result -> isDone(result, 0))
        .then(() -> assertThat(begun).containsExactly("a", "b", "a"))
        .then(() -> done(2))
        .then(() -> done(1))
        .expectNextCount(3)
        .verifyComplete();
  }

  @Test
  void aMissingTableStopsTheLinesAndBegunWritesEnd() {
    TestPublisher<BulkLine> lines = TestPublisher.create();

    StepVerifier.create(bulk(lines.flux(), 3))
        .then(() -> lines.next(line("a"), line("b"), line("c")))
        .then(() -> fail(1, new NotFoundException(ErrorCode.TABLE_NOT_FOUND, "")))
        .then(lines::assertCancelled)
        .then(() -> done(2))
        .then(() -> done(0))
        .expectNextMatches(result -> isDone(result, 0))
        .verifyErrorMatches(failure -> failure instanceof NotFoundException);
  }

  private Flux<BulkResult> bulk(Flux<BulkLine> lines, int width) {
    return BulkByUnits.of(service, TABLE, lines, width);
  }

  private static BulkLine line(String row) {
    return BulkLine.of(new Write.Upsert(Entity.builder("p", row).build(), WriteMode.REPLACE));
  }

  private void done(int write) {
    outcomes.get(write).tryEmitValue(new WriteResult(1)).orThrow();
  }

  private void fail(int write, TableServiceException cause) {
    outcomes.get(write).tryEmitError(cause).orThrow();
  }

  private static boolean isDone(BulkResult result, long line) {
    return result instanceof BulkResult.Done done && done.line() == line;
  }
}
