package io.weir.api.contract;

import static io.weir.api.contract.Entities.entity;
import static io.weir.api.contract.Failures.assertEntityExists;
import static io.weir.api.contract.Failures.assertInvalid;
import static io.weir.api.contract.Failures.assertNotUnique;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.JointCommit;
import io.weir.api.TableSetting;
import io.weir.api.TableWrite;
import io.weir.api.entity.EntityBuilder;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Expiry;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexState;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Cases for unique indexes: no two entities that one covers have equal values. */
public interface UniqueIndexContract extends Door {

  /** Rings of birds: no two birds have one. */
  IndexDefinition BY_RING = IndexDefinition.of("byRing", "Ring").uniquely();

  @Test
  default void aSecondEntityWithTheValuesIsRefusedAndTheHolderIsNamed() {
    var birds = birds(BY_RING);
    birds.insert(ringed("owls", "1", "A7"));
    midScenario();

    var failure = assertNotUnique(() -> birds.insert(ringed("ravens", "2", "A7")));

    assertThat(failure.facts()).contains("index=byRing").contains("holder=owls,1");
    assertThat(failure.failedOperation()).isEqualTo(TableServiceException.NO_OPERATION);
    assertThat(birds.find("ravens", "2")).isEmpty();
    birds.insert(ringed("ravens", "2", "A8"));
  }

  @Test
  default void everyKindOfWriteIsRefusedThatGivesTheValues() {
    var birds = birds(BY_RING);
    birds.insert(ringed("owls", "1", "A7"));
    birds.insert(ringed("owls", "2", "A8"));
    var taken = ringed("owls", "2", "A7");

    assertNotUnique(() -> birds.upsert(WriteMode.REPLACE, taken));
    assertNotUnique(() -> birds.upsert(WriteMode.MERGE, taken));
    assertNotUnique(() -> birds.update(WriteMode.REPLACE, taken, IfMatch.ANY));
    assertNotUnique(() -> birds.update(WriteMode.MERGE, taken, IfMatch.ANY));
    assertNotUnique(() -> birds.upsert(WriteMode.MERGE, ringed("new", "3", "A7")));

    assertThat(birds.get("owls", "2").getString("Ring")).contains("A8");
  }

  @Test
  default void aPreconditionIsAnsweredBeforeAViolation() {
    var birds = birds(BY_RING);
    birds.insert(ringed("owls", "1", "A7"));
    birds.insert(ringed("owls", "2", "A8"));

    assertEntityExists(() -> birds.insert(ringed("owls", "2", "A7")));
  }

  @Test
  default void valuesAreFreeAfterTheirEntityIsDeletedChangedOrDroppedByARange() {
    var birds = birds(BY_RING);
    Stream.of("1", "2", "3").forEach(row -> birds.insert(ringed("owls", row, "A" + row)));

    birds.delete("owls", "1", IfMatch.ANY);
    birds.upsert(WriteMode.REPLACE, ringed("owls", "2", "B2"));
    birds.deleteRange("PartitionKey eq 'owls' and RowKey ge '3'");
    midScenario();

    Stream.of("1", "2", "3").forEach(row -> birds.insert(ringed("ravens", row, "A" + row)));
    assertNotUnique(() -> birds.insert(ringed("ravens", "4", "B2")));
  }

  @Test
  default void anEntityMayBeWrittenAgainWithItsOwnValues() {
    var birds = birds(BY_RING);
    birds.insert(ringed("owls", "1", "A7"));

    birds.upsert(WriteMode.REPLACE, ringed("owls", "1", "A7").set("Age", 3));
    birds.update(WriteMode.MERGE, entity("owls", "1").set("Age", 4), IfMatch.ANY);
    birds.delete("owls", "1", IfMatch.ANY);
    birds.insert(ringed("owls", "1", "A7"));

    assertNotUnique(() -> birds.insert(ringed("owls", "2", "A7")));
  }

  @Test
  default void aBatchSwapsValuesAndPassesThemOn() {
    var birds = birds(BY_RING);
    birds.insert(ringed("owls", "1", "A1"));
    birds.insert(ringed("owls", "2", "A2"));

    birds.submit(replace("owls", "1", "A2"), replace("owls", "2", "A1"));
    birds.submit(
        new Write.Insert(ringed("owls", "3", "A1").build()),
        new Write.Delete(new EntityKey("owls", "2"), IfMatch.ANY));
    midScenario();

    assertThat(birds.get("owls", "1").getString("Ring")).contains("A2");
    assertThat(birds.get("owls", "3").getString("Ring")).contains("A1");
    assertNotUnique(() -> birds.insert(ringed("owls", "4", "A1")));
  }

  @Test
  default void aBatchNamesTheOperationThatGivesTakenValues() {
    var birds = birds(BY_RING);
    birds.insert(ringed("ravens", "1", "A1"));

    var byOther = assertNotUnique(() -> birds.submit(
        replace("owls", "1", "A2"), replace("owls", "2", "A1"), replace("owls", "3", "A3")));
    var byItself = assertNotUnique(() -> birds.submit(
        replace("owls", "1", "A4"), replace("owls", "2", "A5"), replace("owls", "3", "A4")));

    assertThat(byOther.failedOperation()).isEqualTo(1);
    assertThat(byItself.failedOperation()).isEqualTo(2);
    assertThat(birds.all()).hasSize(1);
  }

  @Test
  default void aJointCommitMovesValuesBetweenPartitionsAndNamesItsFailure() {
    var birds = birds(BY_RING);
    birds.insert(ringed("owls", "1", "A1"));
    birds.insert(ringed("ravens", "1", "A2"));

    birds.commit(replace("owls", "1", "A2"), replace("ravens", "1", "A1"));
    midScenario();
    var failure = assertNotUnique(
        () -> birds.commit(replace("terns", "1", "A9"), replace("terns", "2", "A1")));

    assertThat(birds.get("owls", "1").getString("Ring")).contains("A2");
    assertThat(failure.failedOperation()).isEqualTo(1);
    assertThat(birds.find("terns", "1")).isEmpty();
  }

  @Test
  default void aTransferReadsAndMovesValuesBetweenTables() {
    var birds = birds(BY_RING);
    var notes = Table.in(this);
    birds.insert(ringed("owls", "1", "A1"));

    service()
        .commit(new JointCommit(List.of(
            TableWrite.of(notes.name(), new Write.Insert(ringed("n", "1", "A1").build())),
            TableWrite.of(birds.name(), new Write.Delete(new EntityKey("owls", "1"), IfMatch.ANY)),
            TableWrite.of(
                birds.name(), new Write.Insert(ringed("terns", "1", "A1").build())))))
        .block(Table.PATIENCE);

    assertThat(birds.get("terns", "1").getString("Ring")).contains("A1");
  }

  @Test
  default void numbersThatAreEqualConflictWhateverTheirTypes() {
    var birds = birds(IndexDefinition.of("byAge", "Age").uniquely());
    birds.insert(entity("p", "1").set("Age", 7));
    birds.insert(entity("p", "2").set("Age", 0.0));

    assertNotUnique(() -> birds.insert(entity("q", "1").set("Age", 7L)));
    assertNotUnique(() -> birds.insert(entity("q", "2").set("Age", 7.0)));
    assertNotUnique(() -> birds.insert(entity("q", "3").set("Age", -0.0)));
    birds.insert(entity("q", "4").set("Age", "7"));
    birds.insert(entity("q", "5").set("Age", 7.5));
  }

  @Test
  default void longTextsConflictOnlyWhenTheyAreWhollyEqual() {
    var birds = birds(BY_RING);
    var beginning = "x".repeat(5_000);
    birds.insert(ringed("p", "1", beginning + "1"));

    birds.insert(ringed("q", "2", beginning + "2"));

    assertNotUnique(() -> birds.insert(ringed("q", "3", beginning + "1")));
  }

  @Test
  default void onlyCoveredEntitiesConflictAndAMissingPropertyIsAValueIfTheIndexSaysSo() {
    var owls = birds(BY_RING.where("Kind eq 'Owl'"));
    owls.insert(ringed("p", "1", "A1").set("Kind", "Owl"));
    owls.insert(ringed("p", "2", "A1").set("Kind", "Tern"));
    assertNotUnique(
        () -> owls.update(WriteMode.MERGE, entity("p", "2").set("Kind", "Owl"), IfMatch.ANY));

    var sparse = birds(BY_RING);
    sparse.insert(entity("p", "1"));
    sparse.insert(entity("p", "2"));

    var whole = birds(BY_RING.whole());
    whole.insert(entity("p", "1"));
    assertNotUnique(() -> whole.insert(entity("q", "2")));
    whole.insert(ringed("q", "2", "A1"));
  }

  @Test
  default void anExpiredEntityHoldsNoValues() {
    var birds = birds(BY_RING);
    service().set(birds.name(), TableSetting.EXPIRY, Expiry.at("At")).block(Table.PATIENCE);
    birds.insert(ringed("owls", "1", "A1").set("At", Instant.parse("2001-01-01T00:00:00Z")));

    birds.insert(ringed("ravens", "1", "A1"));

    assertNotUnique(() -> birds.insert(ringed("owls", "1", "A1")));
    birds.insert(ringed("owls", "1", "A2"));
  }

  @Test
  default void aBulkWriteRefusesTheLinesThatGiveTakenValuesAndKeepsTheOrderOfAKey() {
    var birds = birds(BY_RING);
    birds.insert(ringed("ravens", "1", "A1"));
    var lines = Stream.of(
            replace("owls", "1", "B1"),
            replace("owls", "2", "A1"),
            replace("owls", "1", "B2"),
            new Write.Update(
                entity("owls", "1").set("Age", 5).build(), WriteMode.MERGE, IfMatch.ANY),
            replace("owls", "3", "B3"))
        .map(BulkLine::of)
        .toList();

    var results = service()
        .bulk(birds.name(), Flux.<BulkLine>fromIterable(lines))
        .collectList()
        .block(Table.PATIENCE);

    assertThat(results).hasSize(6);
    assertThat(results.get(1))
        .isInstanceOfSatisfying(
            BulkResult.Refused.class,
            refused ->
                assertThat(refused.cause().code()).isEqualTo(ErrorCode.UNIQUE_INDEX_VIOLATION));
    assertThat(results.get(5)).isEqualTo(new BulkResult.End(4, 1));
    assertThat(birds.get("owls", "1").getString("Ring")).contains("B2");
    assertThat(birds.get("owls", "1").getInt32("Age")).contains(5);
  }

  @Test
  default void ofManyWritersOfOneValueExactlyOneSucceeds() {
    var birds = birds(BY_RING);

    var inserted = Flux.range(0, 40)
        .flatMap(
            i -> service()
                .write(
                    birds.name(),
                    new Write.Insert(ringed("p" + i, "r", "A" + i % 4).build()))
                .thenReturn(1)
                .onErrorResume(ConflictException.class, refused -> Mono.empty()),
            40)
        .count()
        .block(Table.PATIENCE);

    assertThat(inserted).isEqualTo(4);
    assertThat(birds.all()).hasSize(4);
  }

  @Test
  default void anIndexOverEntitiesThatDifferBecomesReadableAndRefuses() {
    var birds = Table.in(this)
        .load(IntStream.range(0, 700).mapToObj(i -> ringed("p" + i % 9, "r" + i, "A" + i)));

    birds.declare(BY_RING);
    var status = birds.awaitIndexes().get(0);
    midScenario();

    assertThat(status.progress()).isEqualTo(1);
    assertNotUnique(() -> birds.insert(ringed("new", "r", "A699")));
    birds.delete("p0", "r0", IfMatch.ANY);
    birds.insert(ringed("new", "r", "A0"));
  }

  @Test
  default void anIndexOverEntitiesThatShareValuesFailsNamesThemAndRefusesNothing() {
    var birds = Table.in(this)
        .load(IntStream.range(0, 300).mapToObj(i -> ringed("p" + i % 9, "r" + i, "A" + i)));
    birds.insert(ringed("other", "r", "A123"));

    birds.declare(BY_RING);
    var status = birds.awaitBackfills().get(0);
    midScenario();

    assertThat(status.state()).isEqualTo(IndexState.FAILED);
    var duplicate = status.duplicate();
    assertThat(List.of(duplicate.first(), duplicate.second()))
        .containsExactlyInAnyOrder(new EntityKey("p6", "r123"), new EntityKey("other", "r"));
    assertThat(birds.indexes()).containsExactly(status);
    birds.insert(ringed("more", "r", "A7"));
    birds.dropIndex("byRing");
    assertThat(birds.indexes()).isEmpty();
  }

  @Test
  default void valuesAreFreeWhenTheIndexIsDropped() {
    var birds = birds(BY_RING);
    birds.insert(ringed("p", "1", "A1"));
    birds.dropIndex("byRing");

    birds.insert(ringed("q", "1", "A1"));
    birds.delete("p", "1", IfMatch.ANY);
    birds.declare(BY_RING);
    birds.awaitIndexes();

    assertNotUnique(() -> birds.insert(ringed("p", "1", "A1")));
  }

  @Test
  default void aUniqueIndexOverTheTimestampIsRefused() {
    assertInvalid(
        ErrorCode.INVALID_INPUT, () -> IndexDefinition.of("byTime", "Timestamp").uniquely());
    assertInvalid(
        ErrorCode.INVALID_INPUT,
        () -> BY_RING.where("not (Timestamp gt datetime'2001-01-01T00:00:00Z')"));
  }

  private Table birds(IndexDefinition index) {
    var birds = Table.in(this);
    birds.declare(index);
    birds.awaitIndexes();
    return birds;
  }

  private static EntityBuilder ringed(String partition, String row, String ring) {
    return entity(partition, row).set("Ring", ring);
  }

  private static Write replace(String partition, String row, String ring) {
    return new Write.Upsert(ringed(partition, row, ring).build(), WriteMode.REPLACE);
  }
}
