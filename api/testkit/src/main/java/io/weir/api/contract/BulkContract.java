package io.weir.api.contract;

import static io.weir.api.contract.Entities.entity;
import static io.weir.api.contract.Entities.filled;
import static io.weir.api.contract.Entities.key;
import static io.weir.api.contract.Entities.keysOf;
import static io.weir.api.contract.Entities.number;
import static io.weir.api.contract.Entities.numbered;
import static io.weir.api.write.WriteMode.MERGE;
import static io.weir.api.write.WriteMode.REPLACE;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.entity.ETag;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.write.Batch;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;
import reactor.test.StepVerifier;

/** Cases for bulk writes: each line has its own result, in the order of the lines. */
public interface BulkContract extends Door {

  @Test
  default void aBulkWriteMayHoldEveryKindOfLine() {
    var strikes = Table.in(this)
        .load(IntStream.range(2, 7).mapToObj(i -> entity("TX", "" + i).set("Old", i)));
    var etag = strikes.get("TX", "5").etag().orElseThrow();

    var results = bulk(
        strikes,
        insert("TX", "1"),
        BulkLine.of(new Write.Upsert(entity("TX", "2").set("New", 2).build(), MERGE)),
        upsert("TX", "3"),
        BulkLine.of(new Write.Update(entity("TX", "4").set("New", 4).build(), MERGE, IfMatch.ANY)),
        BulkLine.of(new Write.Update(
            entity("TX", "5").set("New", 5).build(), REPLACE, IfMatch.version(etag))),
        delete("TX", "6"));
    midScenario();

    assertThat(results).hasSize(7).endsWith(new BulkResult.End(6, 0));
    assertThat(keysOf(strikes.all())).containsExactly("TX/1", "TX/2", "TX/3", "TX/4", "TX/5");
    assertThat(strikes.get("TX", "2").toMap()).containsOnlyKeys("Old", "New");
    assertThat(strikes.get("TX", "3").toMap()).containsOnlyKeys("New");
    assertThat(strikes.get("TX", "4").toMap()).containsOnlyKeys("Old", "New");
    assertThat(strikes.get("TX", "5").toMap()).containsOnlyKeys("New");
    assertThat(etagOf(results.get(4))).isEqualTo(strikes.get("TX", "5").etag().orElseThrow());
    assertThat(results.get(5)).isEqualTo(new BulkResult.Done(5, WriteResult.REMOVED));
  }

  @Test
  default void aLineThatFailsDoesNotStopTheNext() {
    var strikes = Table.in(this).load(numbered("TX", 1));
    var stale = new Write.Delete(key("TX", "0000"), IfMatch.version(ETag.ofTimestamp(1)));

    var results = bulk(
        strikes, insert("TX", "0000"), insert("TX", "1"), delete("TX", "2"), BulkLine.of(stale));
    midScenario();

    assertThat(described(results))
        .containsExactly(
            "0 EntityAlreadyExists", "1", "2 ResourceNotFound", "3 UpdateConditionNotSatisfied");
    assertThat(results).endsWith(new BulkResult.End(1, 3));
    assertThat(keysOf(strikes.all())).containsExactly("TX/0000", "TX/1");
  }

  @Test
  default void manyLinesOfManyPartitionsAreAnsweredInTheirOrder() {
    var strikes = Table.in(this);
    var lines = IntStream.range(0, manyLines())
        .mapToObj(i -> insert("P" + i % 37, number(i)))
        .toArray(BulkLine[]::new);

    var results = bulk(strikes, lines);
    midScenario();

    assertThat(results).hasSize(manyLines() + 1).endsWith(new BulkResult.End(manyLines(), 0));
    assertThat(described(results))
        .containsExactlyElementsOf(
            IntStream.range(0, manyLines()).mapToObj(i -> "" + i).toList());
    assertThat(strikes.all()).hasSize(manyLines());
  }

  @Test
  default void linesOfOneKeyTakeEffectInTheirOrder() {
    var strikes = Table.in(this);
    var random = new Random(20260713);
    var expected = new TreeMap<String, Integer>();
    var lines = new ArrayList<BulkLine>();
    var expectedTexts = new ArrayList<String>();
    for (var i = 0; i < manyLines(); i++) {
      var row = "" + random.nextInt(5);
      if (random.nextInt(3) == 0) {
        lines.add(delete("TX", row));
        expectedTexts.add(expected.remove(row) == null ? i + " ResourceNotFound" : "" + i);
      } else {
        lines.add(BulkLine.of(new Write.Insert(entity("TX", row).set("N", i).build())));
        expectedTexts.add(
            expected.putIfAbsent(row, i) == null ? "" + i : i + " EntityAlreadyExists");
      }
    }

    var results = bulk(strikes, lines.toArray(BulkLine[]::new));
    midScenario();

    assertThat(described(results)).containsExactlyElementsOf(expectedTexts);
    assertThat(strikes.all())
        .extracting(entity -> entity.rowKey() + "=" + entity.getInt32("N").orElseThrow())
        .containsExactlyElementsOf(
            expected.entrySet().stream().map(Object::toString).toList());
  }

  @Test
  default void aGroupIsCarriedOutAsOne() {
    var strikes = Table.in(this);

    var results = bulk(
        strikes,
        in("a", insert("TX", "1")),
        in("a", insert("TX", "2")),
        in("b", insert("TX", "3")),
        insert("TX", "4"),
        in("b", insert("CA", "5")),
        in("b", insert("CA", "6")));
    midScenario();

    assertThat(results).endsWith(new BulkResult.End(6, 0));
    assertThat(etagOf(results.get(0))).isEqualTo(etagOf(results.get(1)));
    assertThat(etagOf(results.get(1))).isNotEqualTo(etagOf(results.get(2)));
    assertThat(etagOf(results.get(4))).isEqualTo(etagOf(results.get(5)));
    assertThat(keysOf(strikes.all()))
        .containsExactly("CA/5", "CA/6", "TX/1", "TX/2", "TX/3", "TX/4");
  }

  @Test
  default void aFailedGroupRefusesEachOfItsLines() {
    var strikes = Table.in(this).load(numbered("TX", 1));

    var results = bulk(
        strikes,
        in("a", insert("TX", "1")),
        in("a", insert("TX", "0000")),
        in("a", insert("TX", "2")),
        insert("TX", "3"));
    midScenario();

    assertThat(described(results))
        .containsExactly(
            "0 EntityAlreadyExists@1", "1 EntityAlreadyExists@1", "2 EntityAlreadyExists@1", "3");
    assertThat(results).endsWith(new BulkResult.End(1, 3));
    assertThat(keysOf(strikes.all())).containsExactly("TX/0000", "TX/3");
  }

  @Test
  default void aGroupKeepsTheLimitsOfABatch() {
    var strikes = Table.in(this);
    var tooMany = IntStream.range(0, 103).mapToObj(i -> in("many", insert("TX", number(i))));
    var tooLarge = IntStream.range(0, 6)
        .mapToObj(i -> in(
            "large",
            BulkLine.of(new Write.Insert(filled("TX", "" + i, "B", 830_000).build()))));
    var twice = Stream.of(in("twice", insert("TX", "1")), in("twice", delete("TX", "1")));
    var apart = Stream.of(in("apart", insert("TX", "1")), in("apart", insert("CA", "1")));
    var whole = IntStream.range(0, 100).mapToObj(i -> in("whole", insert("NY", number(i))));
    var lines = Stream.of(tooMany, tooLarge, twice, apart, whole)
        .flatMap(group -> group)
        .toArray(BulkLine[]::new);

    var results = bulk(strikes, lines);
    midScenario();

    var texts = described(results);
    assertThat(texts.subList(0, 103)).allMatch(line -> line.endsWith(" InvalidInput@99"));
    assertThat(texts.subList(103, 109)).allMatch(line -> line.endsWith(" RequestBodyTooLarge"));
    assertThat(texts.subList(109, 111)).allMatch(line -> line.endsWith(" InvalidDuplicateRow@1"));
    assertThat(texts.subList(111, 113))
        .allMatch(line -> line.endsWith(" CommandsInBatchActOnDifferentPartitions@1"));
    assertThat(texts.subList(113, 213)).noneMatch(line -> line.contains(" "));
    assertThat(results).endsWith(new BulkResult.End(Batch.MAX_WRITES, 113));
    assertThat(strikes.all()).hasSize(100);
  }

  @Test
  default void aRefusedLineKeepsItsPlaceAndFailsItsGroup() {
    var strikes = Table.in(this);
    var cause = new InvalidRequestException(ErrorCode.INVALID_VALUE_TYPE, "property=Age");

    var results = bulk(
        strikes,
        insert("TX", "1"),
        new BulkLine.Refused(cause, Optional.empty()),
        in("a", insert("TX", "2")),
        new BulkLine.Refused(cause, Optional.of("a")),
        in("a", insert("TX", "3")),
        in("b", insert("TX", "4")));
    midScenario();

    assertThat(described(results))
        .containsExactly(
            "0",
            "1 InvalidValueType",
            "2 InvalidValueType@1",
            "3 InvalidValueType@1",
            "4 InvalidValueType@1",
            "5");
    assertThat(results).endsWith(new BulkResult.End(2, 4));
    assertThat(keysOf(strikes.all())).containsExactly("TX/1", "TX/4");
  }

  @Test
  default void aBulkWriteWithoutLinesReturnsTheEndOnly() {
    var strikes = Table.in(this);
    midScenario();

    assertThat(bulk(strikes)).containsExactly(new BulkResult.End(0, 0));
  }

  @Test
  default void anAbsentTableEndsABulkWrite() {
    var strikes = Table.absentIn(this);
    midScenario();

    StepVerifier.create(
            service().bulk(strikes.name(), Flux.just(insert("TX", "1"), insert("TX", "2"))))
        .expectErrorSatisfies(failure -> assertThat(failure)
            .isInstanceOfSatisfying(
                NotFoundException.class,
                known -> assertThat(known.code()).isEqualTo(ErrorCode.TABLE_NOT_FOUND)))
        .verify(Table.PATIENCE);
  }

  @Test
  default void failedLinesEndABulkWriteAfterTheResultsOfEarlierLines() {
    var strikes = Table.in(this);
    var broken = new IllegalStateException("The file ended within a line.");
    var lines = Flux.just(insert("TX", "1"), in("a", insert("TX", "2")), in("a", insert("TX", "3")))
        .concatWith(Flux.error(broken));

    StepVerifier.create(service().bulk(strikes.name(), lines).map(BulkContract::described))
        .expectNext("0", "1 InvalidInput", "2 InvalidInput")
        .expectErrorSatisfies(failure -> assertThat(failure).isSameAs(broken))
        .verify(Table.PATIENCE);
    midScenario();

    assertThat(keysOf(strikes.all())).containsExactly("TX/1");
  }

  @Test
  default void resultsArriveBeforeTheLastLine() {
    var strikes = Table.in(this);
    midScenario();
    var lines = Sinks.many().unicast().<BulkLine>onBackpressureBuffer();

    StepVerifier.create(service().bulk(strikes.name(), lines.asFlux()).map(BulkContract::described))
        .then(() -> lines.tryEmitNext(insert("TX", "1")).orThrow())
        .expectNext("0")
        .then(() -> lines.tryEmitNext(insert("TX", "2")).orThrow())
        .expectNext("1")
        .then(() -> lines.tryEmitComplete().orThrow())
        .expectNext("end 2 0")
        .expectComplete()
        .verify(Table.PATIENCE);
  }

  @Test
  default void takenLinesAreBoundedWhileNoResultsAreRequested() {
    var strikes = Table.in(this);
    midScenario();
    var taken = new AtomicLong();
    var lines = Flux.range(0, 1_000_000)
        .map(i -> upsert("P" + i % 7, number(i % 1000)))
        .doOnNext(line -> taken.incrementAndGet());

    StepVerifier.create(service().bulk(strikes.name(), lines).map(BulkContract::described), 3)
        .expectNext("0", "1", "2")
        .thenRequest(2)
        .expectNext("3", "4")
        .thenCancel()
        .verify(Table.PATIENCE);

    assertThat(taken.get()).isBetween(5L, 5L + mostLinesTaken());
  }

  private List<BulkResult> bulk(Table table, BulkLine... lines) {
    return service()
        .bulk(table.name(), Flux.fromArray(lines))
        .collectList()
        .blockOptional(Table.PATIENCE)
        .orElseThrow();
  }

  private static BulkLine insert(String partitionKey, String rowKey) {
    return BulkLine.of(
        new Write.Insert(entity(partitionKey, rowKey).set("New", 1).build()));
  }

  private static BulkLine upsert(String partitionKey, String rowKey) {
    return BulkLine.of(
        new Write.Upsert(entity(partitionKey, rowKey).set("New", 3).build(), REPLACE));
  }

  private static BulkLine delete(String partitionKey, String rowKey) {
    return BulkLine.of(new Write.Delete(key(partitionKey, rowKey), IfMatch.ANY));
  }

  private static BulkLine in(String group, BulkLine line) {
    return BulkLine.of(((BulkLine.Change) line).write(), group);
  }

  private static ETag etagOf(BulkResult result) {
    return ((BulkResult.Done) result).result().etag().orElseThrow();
  }

  private static List<String> described(List<BulkResult> results) {
    return results.subList(0, results.size() - 1).stream()
        .map(BulkContract::described)
        .toList();
  }

  /**
   * Returns the result's line, and for a refused line also code and operation: {@code 3
   * EntityAlreadyExists@1}.
   */
  private static String described(BulkResult result) {
    return result.dispatch(new BulkResult.Handler<>() {
      @Override
      public String done(BulkResult.Done done) {
        return "" + done.line();
      }

      @Override
      public String refused(BulkResult.Refused refused) {
        var cause = refused.cause();
        var at = cause.failedOperation() < 0 ? "" : "@" + cause.failedOperation();
        return refused.line() + " " + cause.code().code() + at;
      }

      @Override
      public String end(BulkResult.End end) {
        return "end " + end.done() + " " + end.refused();
      }
    });
  }
}
