package io.weir.api.contract;

import static io.weir.api.contract.Entities.LARGEST_FILLING;
import static io.weir.api.contract.Entities.entity;
import static io.weir.api.contract.Entities.filled;
import static io.weir.api.contract.Entities.key;
import static io.weir.api.contract.Entities.number;
import static io.weir.api.contract.Entities.numbered;
import static io.weir.api.contract.Failures.assertEntityExists;
import static io.weir.api.contract.Failures.assertInvalid;
import static io.weir.api.contract.Failures.assertNotFound;
import static io.weir.api.write.WriteMode.MERGE;
import static io.weir.api.write.WriteMode.REPLACE;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.entity.ETag;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Cases for batches that fail: such a batch changes nothing and names the write that failed. */
public interface FailedBatchContract extends Door {

  /** A write that succeeds with the entities of {@link #stored}. */
  Write NEW = new Write.Insert(entity("TX", "new").build());

  Write CHANGE = new Write.Upsert(entity("TX", "0000").set("Number", 100).build(), REPLACE);
  Write REMOVAL = new Write.Delete(key("TX", "0001"), IfMatch.ANY);
  IfMatch ANOTHER_VERSION = IfMatch.version(new ETag("W/\"another\""));

  @Test
  default void anInsertOfAStoredEntityUndoesTheBatch() {
    assertUndone(
        Failures::assertEntityExists, new Write.Insert(entity("TX", "0002").build()));
  }

  @Test
  default void anUpdateOfAnAbsentEntityUndoesTheBatch() {
    assertUndone(
        Failures::assertNotFound,
        new Write.Update(entity("TX", "absent").build(), MERGE, IfMatch.ANY));
  }

  @Test
  default void anUpdateOfAnotherVersionUndoesTheBatch() {
    assertUndone(
        Failures::assertOtherVersion,
        new Write.Update(entity("TX", "0002").build(), REPLACE, ANOTHER_VERSION));
  }

  @Test
  default void aDeleteOfAnAbsentEntityUndoesTheBatch() {
    assertUndone(Failures::assertNotFound, new Write.Delete(key("TX", "absent"), IfMatch.ANY));
  }

  @Test
  default void aDeleteOfAnotherVersionUndoesTheBatch() {
    assertUndone(
        Failures::assertOtherVersion, new Write.Delete(key("TX", "0002"), ANOTHER_VERSION));
  }

  @Test
  default void aMergePastTheLimitOfPropertiesUndoesTheBatch() {
    var full = entity("TX", "0002");
    IntStream.range(0, 252).forEach(i -> full.set("Property" + i, i));

    assertUndone(
        request -> assertInvalid(ErrorCode.TOO_MANY_PROPERTIES, request),
        new Write.Upsert(full.build(), MERGE));
  }

  @Test
  default void aMergePastTheLimitOfSizeUndoesTheBatch() {
    var full = filled("p", "q", "B", LARGEST_FILLING - 2 * 5).build();
    var strikes = Table.in(this).load(List.of(entity("p", "q").set("Number", 1)).stream());

    var failure = assertInvalid(
        ErrorCode.ENTITY_TOO_LARGE,
        () -> strikes.submit(
            new Write.Insert(entity("p", "new").build()), new Write.Upsert(full, MERGE)));
    midScenario();

    assertThat(failure.failedOperation()).isEqualTo(1);
    assertThat(strikes.all()).hasSize(1);
  }

  @Test
  default void theFirstOfSeveralFailuresIsNamed() {
    var strikes = stored();
    var second = new Write.Delete(key("TX", "absent"), IfMatch.ANY);
    var fourth = new Write.Insert(entity("TX", "0002").build());

    var failure = assertNotFound(() -> strikes.submit(NEW, second, CHANGE, fourth));
    midScenario();

    assertThat(failure.failedOperation()).isEqualTo(1);
    assertUnchanged(strikes);
  }

  @Test
  default void theFirstAndTheLastWriteAreNamedAsWell() {
    var strikes = stored();
    var conflict = new Write.Insert(entity("TX", "0002").build());
    var fine = IntStream.range(0, 99)
        .<Write>mapToObj(i -> new Write.Insert(entity("TX", "n" + number(i)).build()))
        .toList();
    var first = new ArrayList<Write>(List.of(conflict));
    first.addAll(fine);
    var last = new ArrayList<>(fine);
    last.add(conflict);

    var failureOfFirst = assertEntityExists(() -> strikes.submit(first));
    var failureOfLast = assertEntityExists(() -> strikes.submit(last));
    midScenario();

    assertThat(failureOfFirst.failedOperation()).isZero();
    assertThat(failureOfLast.failedOperation()).isEqualTo(99);
    assertUnchanged(strikes);
  }

  @Test
  default void aFailedBatchMayBeCorrectedAndSentAgain() {
    var strikes = stored();
    assertEntityExists(() -> strikes.submit(
        NEW, CHANGE, REMOVAL, new Write.Insert(entity("TX", "0002").build())));

    midScenario();
    strikes.submit(NEW, CHANGE, REMOVAL);

    assertThat(strikes.find("TX", "new")).isPresent();
    assertThat(strikes.find("TX", "0001")).isEmpty();
    assertThat(strikes.get("TX", "0000").getInt32("Number")).contains(100);
  }

  @Test
  default void aFailedBatchLeavesNoNewPartition() {
    var strikes = Table.in(this);

    assertNotFound(() -> strikes.submit(NEW, new Write.Delete(key("TX", "absent"), IfMatch.ANY)));
    midScenario();

    assertThat(strikes.all()).isEmpty();
    assertThat(strikes.find("TX", "new")).isEmpty();
  }

  /**
   * Submits a failing write between valid ones and asserts that the failure names it and that
   * nothing has changed.
   */
  private void assertUndone(
      Function<ThrowingCallable, TableServiceException> asExpected, Write failing) {
    var strikes = stored();
    var before = strikes.all();

    var failure = asExpected.apply(() -> strikes.submit(NEW, CHANGE, failing, REMOVAL));
    midScenario();

    assertThat(failure.failedOperation()).isEqualTo(2);
    assertThat(strikes.all()).isEqualTo(before);
    assertThat(strikes.find("TX", "new")).isEmpty();
  }

  private Table stored() {
    return Table.in(this).load(numbered("TX", 3));
  }

  private static void assertUnchanged(Table strikes) {
    assertThat(strikes.all())
        .extracting(entity -> entity.getInt32("Number").orElseThrow())
        .containsExactly(0, 1, 2);
  }
}
