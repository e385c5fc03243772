package io.weir.client.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ForwardingTables;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.contract.ModelTableService;
import io.weir.api.edm.EdmInt32;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.Batch;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.PropertyOperation;
import io.weir.api.write.PropertyOperation.Operator;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import io.weir.client.call.Sending;
import io.weir.client.options.UnknownWrites;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.scheduler.VirtualTimeScheduler;
import reactor.util.context.Context;

/** Changes with tokens among lines that were sent and not answered. The clock is the test's. */
final class BulkRecoveryTest {

  private static final TableName TABLE = new TableName("People");
  private static final Duration TIME = Write.Change.REPEAT_TIME;
  private static final Duration INSTANT = Duration.ofNanos(1);
  private static final WriteResult DONE = new WriteResult(7);

  /** The refusals that come after the token was looked up. */
  private static final Set<ErrorCode> TELL = EnumSet.of(
      ErrorCode.RESOURCE_NOT_FOUND,
      ErrorCode.ENTITY_ALREADY_EXISTS,
      ErrorCode.UNIQUE_INDEX_VIOLATION,
      ErrorCode.CHANGE_TOKEN_REUSED,
      ErrorCode.CHANGE_ANSWER_FORGOTTEN,
      ErrorCode.UPDATE_CONDITION_NOT_SATISFIED,
      ErrorCode.INVALID_VALUE_TYPE,
      ErrorCode.OUT_OF_RANGE_INPUT,
      ErrorCode.PROPERTY_VALUE_TOO_LARGE,
      ErrorCode.TOO_MANY_PROPERTIES,
      ErrorCode.ENTITY_TOO_LARGE);

  private final VirtualTimeScheduler clock = VirtualTimeScheduler.getOrSet();
  private final List<Write> repeated = new ArrayList<>();
  private Supplier<Mono<WriteResult>> answer = () -> Mono.just(DONE);

  /** Answers repeats as the test says. */
  private final TableService service = new ForwardingTables(new ModelTableService()) {
    @Override
    public Mono<WriteResult> write(TableName table, Write write) {
      return Mono.defer(() -> {
        repeated.add(write);
        return answer.get();
      });
    }

    @Override
    public Mono<List<WriteResult>> submit(TableName table, Batch batch) {
      return Mono.defer(() -> {
        repeated.addAll(batch.writes());
        return answer
            .get()
            .map(result -> batch.writes().stream().map(any -> result).toList());
      });
    }
  };

  @AfterEach
  void letTimePassAsUsual() {
    VirtualTimeScheduler.reset();
  }

  /** The other three codes are no answers about a line. */
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"SERVER_BUSY", "INTERNAL_ERROR", "OPERATION_TIMED_OUT"})
  void theRefusalOfARepeatedLineIsReportedIfItTellsTheOutcomeElseItIsUnknown(ErrorCode code) {
    var refusal = TableServiceException.of(code, "");
    answer = () -> Mono.error(refusal);

    for (var line : List.of(line("1"), BulkLine.of(add("1"), "g"))) {
      var result = recovered(List.of(sent(line, now()))).get(0);

      if (TELL.contains(code)) {
        assertThat(refusal(result)).isSameAs(refusal);
      } else {
        assertUnknown(result, "repetition=refused");
      }
    }
    assertThat(repeated).hasSize(2);
  }

  @Test
  void aRefusalWhoseCodeWasMadeFromAStatusTellsNothing() {
    answer = () -> Mono.error(TableServiceException.of(ErrorCode.RESOURCE_NOT_FOUND, "status=404"));

    assertUnknown(recovered(List.of(sent(line("1"), now()))).get(0), "repetition=refused");
  }

  @Test
  void aLineIsRepeatedWithinAMinuteOfItsOwnSending() {
    var old = now();
    clock.advanceTimeBy(TIME.minus(INSTANT));
    assertThat(recovered(List.of(sent(line("1"), old), sent(line("2"), now()))))
        .containsExactly(new BulkResult.Done(5, DONE), new BulkResult.Done(6, DONE));
    assertThat(repeated).hasSize(2);

    repeated.clear();
    clock.advanceTimeBy(INSTANT);
    var results = recovered(List.of(sent(line("1"), old), sent(line("2"), now())));

    assertUnknown(results.get(0), "repetition=tooLate");
    assertThat(results.get(1)).isEqualTo(new BulkResult.Done(6, DONE));
    assertThat(repeated).map(Write::key).containsExactly(key("2"));
  }

  @Test
  void aGroupIsRepeatedWithinAMinuteOfItsFirstLine() {
    var old = now();
    clock.advanceTimeBy(TIME);
    var group =
        List.of(sent(BulkLine.of(add("1"), "g"), old), sent(BulkLine.of(add("2"), "g"), now()));

    assertThat(recovered(group)).allSatisfy(each -> assertUnknown(each, "repetition=tooLate"));
    assertThat(repeated).isEmpty();
  }

  @Test
  void aRepeatThatIsNotAnsweredInTimeIsGivenUp() {
    answer = Mono::never;
    var results = new ArrayList<BulkResult>();
    recovery(List.of(sent(line("1"), now()))).subscribe(results::add);

    clock.advanceTimeBy(TIME.minus(INSTANT));
    assertThat(results).isEmpty();
    clock.advanceTimeBy(INSTANT);

    assertThat(results).hasSize(1);
    assertUnknown(results.get(0), "repetition=tooLate");
  }

  @Test
  void eachLineKnowsWhenItWasSentLast() {
    var upload = new BulkUpload(Context.empty());
    var lines = Sinks.many().unicast().<BulkLine>onBackpressureBuffer();
    lines.asFlux().subscribe(upload);
    upload.chunks().subscribe();
    var begin = now();
    lines.tryEmitNext(line("1"));
    clock.advanceTimeBy(Duration.ofSeconds(5));
    lines.tryEmitNext(line("2"));
    assertThat(sendings(upload))
        .containsExactly(begin, begin + Duration.ofSeconds(5).toNanos());

    upload.takeBack().block();
    clock.advanceTimeBy(Duration.ofSeconds(5));
    upload.chunks().subscribe();

    var again = begin + Duration.ofSeconds(10).toNanos();
    assertThat(sendings(upload)).containsExactly(again, again);
  }

  private static List<Long> sendings(BulkUpload upload) {
    return upload.lost(Optional.empty()).block().lines().stream()
        .map(BulkUpload.SentLine::nanos)
        .toList();
  }

  private List<BulkResult> recovered(List<BulkUpload.SentLine> lines) {
    var results = new ArrayList<BulkResult>();
    recovery(lines).subscribe(results::add);
    assertThat(results).map(BulkRecoveryTest::lineOf).isEqualTo(numbers(lines.size()));
    return results;
  }

  private Flux<BulkResult> recovery(List<BulkUpload.SentLine> lines) {
    return new BulkRecovery(service, TABLE, UnknownWrites.REPEAT)
        .of(new BulkUpload.Lost(lines, 0), 5, Long.MIN_VALUE, 0);
  }

  private static List<Long> numbers(int count) {
    return IntStream.range(0, count).mapToObj(i -> 5L + i).toList();
  }

  private static long lineOf(BulkResult result) {
    return result instanceof BulkResult.Done done
        ? done.line()
        : ((BulkResult.Refused) result).line();
  }

  private static TableServiceException refusal(BulkResult result) {
    return ((BulkResult.Refused) result).cause();
  }

  private static void assertUnknown(BulkResult result, String fact) {
    assertThat(refusal(result)).isInstanceOf(ServiceFailedException.class);
    assertThat(refusal(result).facts()).contains("outcome=unknown", fact);
  }

  private static BulkUpload.SentLine sent(BulkLine line, long nanos) {
    return new BulkUpload.SentLine(line, nanos);
  }

  private static long now() {
    return Sending.nowNanos();
  }

  private static BulkLine line(String row) {
    return BulkLine.of(add(row));
  }

  private static Write.Change add(String row) {
    return Write.change(key(row), PropertyOperation.of("N", Operator.ADD, new EdmInt32(1)))
        .withToken(new UUID(1, row.hashCode()));
  }

  private static EntityKey key(String row) {
    return new EntityKey("p", row);
  }
}
