package io.weir.api.contract;

import static io.weir.api.contract.Entities.entity;
import static io.weir.api.contract.Failures.assertInvalid;
import static io.weir.api.contract.Failures.assertTableNotFound;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexName;
import io.weir.api.index.IndexStatus;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Cases for declaring, listing and dropping secondary indexes. */
public interface IndexDefinitionContract extends Door {

  @Test
  default void anIndexIsListedUntilItIsDropped() {
    var birds = Table.in(this);
    var composite = new IndexDefinition(
            new IndexName("byName"),
            List.of(Birds.NAME, Birds.AGE.reversed()),
            Birds.BY_AGE.where(),
            false,
            false)
        .where("Kind eq 'Owl' or Age gt 5L");

    birds.declare(Birds.BY_AGE);
    birds.declare(composite);
    midScenario();

    assertThat(birds.indexes())
        .extracting(IndexStatus::definition)
        .containsExactly(Birds.BY_AGE, composite);
    birds.dropIndex("byAge");
    midScenario();
    assertThat(birds.indexes()).extracting(IndexStatus::definition).containsExactly(composite);
    birds.drop();
    birds.create();
    assertThat(birds.indexes()).isEmpty();
  }

  @Test
  default void declaringAnIndexAgainHasNoEffectAndAnotherDefinitionIsRefused() {
    var birds = Table.in(this);
    birds.declare(Birds.BY_AGE);

    birds.declare(Birds.BY_AGE);
    var failure = catchThrowableOfType(
        ConflictException.class, () -> birds.declare(Birds.BY_AGE.where("Age gt 1")));

    assertThat(failure.code()).isEqualTo(ErrorCode.RESOURCE_ALREADY_EXISTS);
    assertThat(birds.indexes()).extracting(IndexStatus::definition).containsExactly(Birds.BY_AGE);
  }

  @Test
  default void anAbsentTableAndAnAbsentIndexAreNamedSo() {
    var birds = Table.in(this);
    var absent = Table.absentIn(this);

    assertTableNotFound(() -> absent.declare(Birds.BY_AGE));
    assertTableNotFound(() -> absent.indexes());
    assertTableNotFound(() -> absent.dropIndex("byAge"));
    var failure = catchThrowableOfType(NotFoundException.class, () -> birds.dropIndex("byAge"));
    assertThat(failure.code()).isEqualTo(ErrorCode.RESOURCE_NOT_FOUND);
  }

  @Test
  default void aTableHasAtMostThirtyTwoIndexes() {
    var birds = Table.in(this);
    for (var i = 0; i < IndexDefinition.MAX_PER_TABLE; i++) {
      birds.declare(IndexDefinition.of("index" + i, "P" + i));
    }

    assertInvalid(ErrorCode.INVALID_INPUT, () -> birds.declare(Birds.BY_AGE));
    birds.dropIndex("index0");
    birds.declare(Birds.BY_AGE);

    assertThat(birds.indexes()).hasSize(IndexDefinition.MAX_PER_TABLE);
  }

  @Test
  default void theStatusCountsTheEntriesOfAReadableIndex() {
    var birds = Table.in(this).load(Birds.aged(50));
    birds.insert(entity("other", "ageless"));
    birds.declare(Birds.BY_AGE);
    birds.declare(IndexDefinition.of("sparse", "Age").sparsely());
    midScenario();

    var statuses = birds.awaitIndexes();

    assertThat(statuses).extracting(IndexStatus::entries).containsExactly(51L, 50L);
    assertThat(statuses).extracting(IndexStatus::progress).containsOnly(1.0);
  }
}
