package io.weir.client.rest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Continuation;
import io.weir.api.Direction;
import io.weir.api.Query;
import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ServiceBusyException;
import io.weir.client.exchange.OutboundRequest;
import io.weir.client.exchange.RequestSender;
import io.weir.client.exchange.ResponseReader;
import java.net.URLDecoder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;
import reactor.test.StepVerifier;

/** A stream made of segments: the requests for them and their times. */
final class SegmentStreamTest {

  private static final TableName TABLE = new TableName("People");
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** The requests for segments, in order; the test answers each. */
  private final List<Asked> asked = new ArrayList<>();

  private final RestTables tables =
      new RestTables(new ScriptedExchange(), "http://127.0.0.1:1", "/acct");

  private record Asked(
      String query, Sinks.One<ResultSegment<Entity>> answer, AtomicBoolean cancelled) {}

  /** Answers each request when the test does, with the parsed form of the answer. */
  private final class ScriptedExchange implements RequestSender {
    @Override
    @SuppressWarnings("unchecked")
    public <T> Flux<T> send(OutboundRequest request, ResponseReader<T> answer) {
      return Flux.defer(() -> {
        Sinks.One<ResultSegment<Entity>> segment = Sinks.one();
        var cancelled = new AtomicBoolean();
        asked.add(new Asked(URLDecoder.decode(request.query(), UTF_8), segment, cancelled));
        return segment
            .asMono()
            .map(read -> (T) read)
            .doOnCancel(() -> cancelled.set(true))
            .flux();
      });
    }
  }

  @Test
  void oneSegmentIsFetchedAhead() {
    var subscriber = StepVerifier.create(tables.stream(TABLE, Query.ALL), 1)
        .then(() -> answer(0, "1", "2"))
        .expectNextMatches(item -> isRow(item, "1"))
        .then(() -> assertThat(asked).hasSize(2))
        .then(() -> answer(1, "3"))
        .then(() -> assertThat(asked).hasSize(2))
        .thenRequest(2)
        .expectNextMatches(item -> isRow(item, "2"))
        .expectNextMatches(StreamItem.Progress.class::isInstance)
        .then(() -> assertThat(asked).hasSize(3));

    subscriber.thenCancel().verify();
  }

  @Test
  void cancellingStopsTheSegmentThatIsFetchedAhead() {
    StepVerifier.create(tables.stream(TABLE, Query.ALL), 1)
        .then(() -> answer(0, "1", "2"))
        .expectNextMatches(item -> isRow(item, "1"))
        .then(() -> assertThat(asked).hasSize(2))
        .thenCancel()
        .verify(PATIENCE);

    assertThat(asked.get(1).cancelled()).isTrue();
  }

  @Test
  void aFailedSegmentEndsTheStreamAtOnce() {
    StepVerifier.create(tables.stream(TABLE, Query.ALL), 1)
        .then(() -> answer(0, "1", "2"))
        .expectNextMatches(item -> isRow(item, "1"))
        .then(() ->
            asked.get(1).answer().tryEmitError(new ServiceBusyException("")).orThrow())
        .expectError(ServiceBusyException.class)
        .verify(PATIENCE);
  }

  @Test
  void theServicesTokenSelectsTheNextSegment() {
    StepVerifier.create(tables.stream(TABLE, Query.ALL.where("Age gt 3")))
        .then(() -> answer(0, "1"))
        .expectNextMatches(item -> isRow(item, "1"))
        .expectNext(new StreamItem.Progress(behind("1"), 1))
        .then(() -> answerLast(1))
        .expectNextMatches(item -> item instanceof StreamItem.End)
        .verifyComplete();

    assertThat(asked)
        .extracting(Asked::query)
        .containsExactly("$filter=Age gt 3", "$filter=Age gt 3&NextPartitionKey=0");
  }

  @Test
  void topLimitsTheWholeStream() {
    StepVerifier.create(tables.stream(TABLE, Query.ALL.top(3)))
        .then(() -> answer(0, "1", "2"))
        .expectNextCount(3)
        .then(() -> answer(1, "3", "4"))
        .expectNextMatches(item -> isRow(item, "3"))
        .expectNextMatches(
            item -> item instanceof StreamItem.End end && end.report().returned() == 3)
        .verifyComplete();

    assertThat(asked)
        .extracting(Asked::query)
        .containsExactly("$top=3", "$top=1&NextPartitionKey=0");
  }

  @Test
  void aStreamFromAKeyReadsTheRestOfItsPartitionFirst() {
    StepVerifier.create(tables.stream(TABLE, Query.ALL.where("Age gt 3").from(behind("1"))))
        .then(() -> answerLast(0, "2"))
        .expectNextCount(2)
        .then(() -> answerLast(1))
        .expectNextMatches(item -> item instanceof StreamItem.End)
        .verifyComplete();

    assertThat(asked)
        .extracting(Asked::query)
        .containsExactly(
            "$filter=PartitionKey eq 'p' and RowKey gt '1' and Age gt 3",
            "$filter=PartitionKey gt 'p' and Age gt 3");
  }

  private void answer(int segment, String... rows) {
    answer(segment, new SegmentToken(Map.of("NextPartitionKey", "" + segment)), rows);
  }

  private void answerLast(int segment, String... rows) {
    answer(segment, SegmentToken.NONE, rows);
  }

  private void answer(int segment, SegmentToken token, String... rows) {
    var entities = Stream.of(rows).map(row -> Entity.builder("p", row).build()).toList();
    asked
        .get(segment)
        .answer()
        .tryEmitValue(new ResultSegment<>(entities, token))
        .orThrow();
  }

  private static Continuation behind(String row) {
    return Continuation.after(new EntityKey("p", row), Direction.ASCENDING);
  }

  private static boolean isRow(StreamItem item, String row) {
    return item instanceof StreamItem.Row found && found.entity().rowKey().equals(row);
  }
}
