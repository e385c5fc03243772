package io.weir.api.contract;

import static io.weir.api.contract.Entities.entity;
import static io.weir.api.contract.Entities.keysOf;
import static io.weir.api.contract.Entities.rowsOf;
import static io.weir.api.contract.Failures.assertInvalid;
import static io.weir.api.contract.Failures.assertTableNotFound;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.weir.api.JointCommit;
import io.weir.api.Query;
import io.weir.api.TableWrite;
import io.weir.api.edm.EdmBinary;
import io.weir.api.edm.EdmBoolean;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmDouble;
import io.weir.api.edm.EdmGuid;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmValue;
import io.weir.api.entity.EntityBuilder;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexHint;
import io.weir.api.index.IndexName;
import io.weir.api.index.IndexState;
import io.weir.api.index.IndexStatus;
import io.weir.api.index.SortProperty;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** Cases for secondary indexes: their administration, what they find, and the order that they give. */
public interface IndexContract extends Door {

  SortProperty AGE = SortProperty.ascending("Age");
  SortProperty NAME = SortProperty.ascending("Name");
  IndexDefinition BY_AGE = IndexDefinition.of("byAge", "Age");

  // ---- administration

  @Test
  default void anIndexIsListedUntilItIsDropped() {
    var birds = Table.in(this);
    var composite = new IndexDefinition(
            new IndexName("byName"), List.of(NAME, AGE.reversed()), BY_AGE.where(), false, true)
        .where("Kind eq 'Owl' or Age gt 5L");

    declare(birds, BY_AGE);
    declare(birds, composite);
    midScenario();

    assertThat(indexes(birds))
        .extracting(IndexStatus::definition)
        .containsExactly(BY_AGE, composite);
    drop(birds, "byAge");
    midScenario();
    assertThat(indexes(birds)).extracting(IndexStatus::definition).containsExactly(composite);
    birds.drop();
    birds.create();
    assertThat(indexes(birds)).isEmpty();
  }

  @Test
  default void declaringAnIndexAgainHasNoEffectAndAnotherDefinitionIsRefused() {
    var birds = Table.in(this);
    declare(birds, BY_AGE);

    declare(birds, BY_AGE);
    var failure = catchThrowableOfType(
        ConflictException.class, () -> declare(birds, BY_AGE.where("Age gt 1")));

    assertThat(failure.code()).isEqualTo(ErrorCode.RESOURCE_ALREADY_EXISTS);
    assertThat(indexes(birds)).extracting(IndexStatus::definition).containsExactly(BY_AGE);
  }

  @Test
  default void anAbsentTableAndAnAbsentIndexAreNamedSo() {
    var birds = Table.in(this);
    var absent = Table.absentIn(this);

    assertTableNotFound(() -> declare(absent, BY_AGE));
    assertTableNotFound(() -> indexes(absent));
    assertTableNotFound(() -> drop(absent, "byAge"));
    var failure = catchThrowableOfType(NotFoundException.class, () -> drop(birds, "byAge"));
    assertThat(failure.code()).isEqualTo(ErrorCode.RESOURCE_NOT_FOUND);
  }

  @Test
  default void aTableHasAtMostThirtyTwoIndexes() {
    var birds = Table.in(this);
    for (var i = 0; i < IndexDefinition.MAX_PER_TABLE; i++) {
      declare(birds, IndexDefinition.of("index" + i, "P" + i));
    }

    assertInvalid(ErrorCode.INVALID_INPUT, () -> declare(birds, BY_AGE));
    drop(birds, "index0");
    declare(birds, BY_AGE);

    assertThat(indexes(birds)).hasSize(IndexDefinition.MAX_PER_TABLE);
  }

  @Test
  default void theStatusCountsTheEntriesOfAReadableIndex() {
    var birds = Table.in(this).load(aged(50));
    birds.insert(entity("other", "ageless"));
    declare(birds, BY_AGE);
    midScenario();

    var status = readable(birds).get(0);

    assertThat(status.entries()).isEqualTo(50);
    assertThat(status.progress()).isEqualTo(1);
  }

  // ---- what an index finds

  @Test
  default void anIndexFindsWhatWasThereBeforeItAndWhatCameAfter() {
    var birds = Table.in(this).load(aged(200));
    declare(birds, BY_AGE);
    birds.insert(entity("new", "1").set("Age", 7));
    midScenario();
    readable(birds);

    assertSame(birds, Query.ALL.where("Age eq 7"));
    assertThat(keysOf(birds.select(through("byAge", "Age eq 7"))))
        .contains("new/1")
        .hasSize(21);
  }

  @Test
  default void everyWayOfWritingIsFoundAtOnce() {
    var birds = Table.in(this);
    declare(birds, BY_AGE);
    readable(birds);

    birds.insert(entity("a", "insert").set("Age", 1));
    birds.upsert(WriteMode.REPLACE, entity("a", "replace").set("Age", 1));
    birds.upsert(WriteMode.MERGE, entity("a", "merge").set("Age", 1));
    birds.submit(
        new Write.Insert(entity("b", "batch1").set("Age", 1).build()),
        new Write.Insert(entity("b", "batch2").set("Age", 2).build()));
    joint(
        birds,
        new Write.Insert(entity("c", "joint").set("Age", 1).build()),
        new Write.Insert(entity("d", "joint").set("Age", 1).build()));
    midScenario();

    assertThat(keysOf(birds.select(through("byAge", "Age eq 1"))))
        .containsExactly("a/insert", "a/merge", "a/replace", "b/batch1", "c/joint", "d/joint");
  }

  @Test
  default void aChangedOrRemovedEntityIsNoLongerFoundByItsOldValue() {
    var birds = Table.in(this).load(aged(10));
    declare(birds, BY_AGE);
    readable(birds);
    birds.insert(entity("a", "replaced").set("Age", 1));
    birds.insert(entity("a", "merged").set("Age", 1));
    birds.insert(entity("a", "lost").set("Age", 1));
    birds.insert(entity("a", "deleted").set("Age", 1));
    birds.insert(entity("a", "untouched").set("Age", 1).set("Other", 1));

    birds.update(WriteMode.REPLACE, entity("a", "replaced").set("Age", 2), IfMatch.ANY);
    birds.update(WriteMode.MERGE, entity("a", "merged").set("Age", 2), IfMatch.ANY);
    birds.update(WriteMode.REPLACE, entity("a", "lost"), IfMatch.ANY);
    birds.delete("a", "deleted", IfMatch.ANY);
    birds.update(WriteMode.MERGE, entity("a", "untouched").set("Other", 2), IfMatch.ANY);
    midScenario();

    assertThat(keysOf(birds.select(through("byAge", "PartitionKey eq 'a' and Age eq 1"))))
        .containsExactly("a/untouched");
    assertThat(keysOf(birds.select(through("byAge", "PartitionKey eq 'a' and Age eq 2"))))
        .containsExactly("a/merged", "a/replaced");
    assertSame(birds, Query.ALL.where("Age ge 0"));
  }

  @Test
  default void aRangeThatIsRemovedIsNotFoundAndItsKeysCanBeUsedAgain() {
    var birds = Table.in(this).load(aged(100));
    declare(birds, BY_AGE);
    readable(birds);

    birds.deleteRange("PartitionKey ge 'p3' and PartitionKey lt 'p6'");
    birds.insert(entity("p4", "row00014").set("Age", 5));
    midScenario();

    assertSame(birds, Query.ALL.where("Age ge 0"));
    assertThat(keysOf(birds.select(through("byAge", "Age ge 0"))))
        .hasSize(71)
        .doesNotHaveDuplicates();
    assertThat(ordered(birds, Query.ALL.where("Age ge 0").orderBy(AGE)))
        .hasSize(71)
        .doesNotHaveDuplicates();
  }

  @Test
  default void anyPlanAnswersAsATableScanDoes() {
    var birds = Table.in(this).load(IntStream.range(0, 300).mapToObj(IndexContract::bird));
    declare(birds, BY_AGE);
    declare(birds, IndexDefinition.of("byName", "Name"));
    declare(birds, IndexDefinition.of("byBoth", List.of(NAME, AGE.reversed())));
    declare(birds, IndexDefinition.of("owls", "Age").where("Name eq 'n3'"));
    declare(birds, IndexDefinition.of("all", "Weight").includingMissing());
    readable(birds);
    midScenario();

    for (var filter : List.of(
        "Age eq 7",
        "Age gt 3 and Age le 5",
        "Age gt 3 and Name eq 'n2'",
        "Name eq 'n3' and Age lt 9",
        "Name eq 'n1' or Age eq 2",
        "Name eq 'n1' or Name eq 'n4' and Age eq 2",
        "(Name eq 'n1' or Weight gt 5) and Age ne 3",
        "Age eq 7L or Age eq 7.0",
        "Age eq '7'",
        "Age ge 3.5 and Age lt 4.5",
        "not (Age gt 3)",
        "Name ge 'n2' and Name lt 'n4' and PartitionKey gt 'p1'",
        "Weight eq 4.5",
        "Age eq 1 and Age eq 2",
        "PartitionKey eq 'p1' and Age eq 7")) {
      assertSame(birds, Query.ALL.where(filter));
      assertSame(birds, Query.ALL.where(filter).descending());
      assertSame(birds, Query.ALL.where(filter).top(3));
    }
  }

  @Test
  default void aForcedIndexThatDoesNotExistIsRefused() {
    var birds = Table.in(this);

    assertInvalid(ErrorCode.INVALID_INPUT, () -> birds.page(through("byAge", "Age eq 1")));
    assertInvalid(ErrorCode.INVALID_INPUT, () -> birds.items(through("byAge", "Age eq 1")));
  }

  @Test
  default void countsAgreeWithAnswers() {
    var birds = Table.in(this).load(IntStream.range(0, 300).mapToObj(IndexContract::bird));
    declare(birds, BY_AGE);
    readable(birds);
    midScenario();

    for (var query : List.of(
        Query.ALL,
        Query.ALL.top(7),
        Query.ALL.where("PartitionKey eq 'p3'"),
        Query.ALL.where("PartitionKey ge 'p3' and PartitionKey lt 'p5'"),
        Query.ALL.where("Age gt 3 and Age le 5"),
        Query.ALL.where("Name eq 'n2'"),
        Query.ALL.where("Age eq 1 and Age eq 2"))) {
      assertThat(service().count(birds.name(), query).block(Table.PATIENCE).returned())
          .as(query.toString())
          .isEqualTo(rowsOf(birds.items(query)).size());
    }
    assertTableNotFound(
        () -> service().count(Table.absentIn(this).name(), Query.ALL).block(Table.PATIENCE));
  }

  // ---- order

  @Test
  default void anOrderedQueryAnswersInTheOrderOfValuesAndThenOfKeys() {
    var birds = Table.in(this).load(IntStream.range(0, 120).mapToObj(IndexContract::bird));
    declare(birds, BY_AGE);
    declare(birds, IndexDefinition.of("byBoth", List.of(NAME, AGE.reversed())));
    readable(birds);
    midScenario();

    assertOrder(birds, "Age ge 0", List.of(AGE), false);
    assertOrder(birds, "Age ge 0", List.of(AGE.reversed()), true);
    assertOrder(birds, "Age gt 3 and Age lt 8 and Name ne 'n2'", List.of(AGE), false);
    assertOrder(birds, "Name ge '' and Age ge 0", List.of(NAME, AGE.reversed()), false);
    assertOrder(birds, "Name ge '' and Age ge 0", List.of(NAME.reversed(), AGE), true);
  }

  @Test
  default void anIndexWithMissingValuesOrdersEveryEntity() {
    var birds = Table.in(this).load(IntStream.range(0, 60).mapToObj(IndexContract::bird));
    birds.insert(entity("zz", "none"));
    declare(birds, IndexDefinition.of("all", "Weight").includingMissing());
    readable(birds);
    midScenario();

    var answer =
        birds.select(Query.ALL.orderBy(SortProperty.ascending("Weight")).top(7));

    assertThat(answer).hasSize(61);
    assertThat(answer)
        .isSortedAccordingTo(ModelOrder.of(List.of(SortProperty.ascending("Weight"))));
    assertThat(answer.get(0).get("Weight")).isEmpty();
  }

  @Test
  default void valuesOfAllTypesHaveOneOrder() {
    var birds = Table.in(this);
    var values = values();
    var shuffled = new ArrayList<>(values);
    Collections.shuffle(shuffled, new Random(7));
    for (var i = 0; i < shuffled.size(); i++) {
      birds.insert(entity("p" + i % 3, "r" + i).set("V", shuffled.get(i)));
    }
    declare(birds, IndexDefinition.of("byValue", "V").includingMissing());
    readable(birds);
    midScenario();

    var order = List.of(SortProperty.ascending("V"));
    var answer = birds.select(Query.ALL.orderBy(order).top(5));

    assertThat(answer).hasSize(values.size()).isSortedAccordingTo(ModelOrder.of(order));
    assertThat(birds.select(Query.ALL.orderBy(order.get(0).reversed())))
        .isSortedAccordingTo(ModelOrder.of(order).reversed());
  }

  @Test
  default void anOrderThatNoIndexServesIsRefused() {
    var birds = Table.in(this).load(aged(3));
    declare(birds, IndexDefinition.of("owls", "Age").where("Name eq 'owl'"));
    readable(birds);

    assertInvalid(ErrorCode.INVALID_INPUT, () -> birds.page(Query.ALL.orderBy(NAME)));
    assertInvalid(ErrorCode.INVALID_INPUT, () -> birds.items(Query.ALL.orderBy(AGE)));
    assertInvalid(
        ErrorCode.INVALID_INPUT, () -> birds.page(Query.ALL.where("Age gt 1").orderBy(AGE)));
    assertInvalid(
        ErrorCode.INVALID_INPUT,
        () -> birds.page(
            Query.ALL.where("Age gt 1 and Name eq 'owl'").orderBy(AGE).hint(IndexHint.NONE)));
    assertThat(birds.select(Query.ALL.where("Age gt 1 and Name eq 'owl'").orderBy(AGE)))
        .isEmpty();
  }

  @Test
  default void aContinuationOutlivesTheEntityAtItAndNotTheIndex() {
    var birds = Table.in(this).load(aged(40));
    declare(birds, BY_AGE);
    readable(birds);
    var query = Query.ALL.where("Age ge 0").orderBy(AGE).top(10);
    var all = ordered(birds, query);

    var first = birds.page(query);
    var next = Objects.requireNonNull(first.next());
    birds.delete(next.key().partitionKey(), next.key().rowKey(), IfMatch.ANY);
    midScenario();

    var rest = birds.select(query.from(next));
    assertThat(keysOf(first.items())).isEqualTo(all.subList(0, 10));
    assertThat(keysOf(rest)).isEqualTo(all.subList(11, 40));
    drop(birds, "byAge");
    assertInvalid(ErrorCode.INVALID_INPUT, () -> birds.page(query.from(next)));
    declare(birds, IndexDefinition.of("other", "Age"));
    readable(birds);
    assertInvalid(ErrorCode.INVALID_INPUT, () -> birds.page(query.from(next)));
  }

  // ---- steps

  private void declare(Table table, IndexDefinition definition) {
    service().createIndex(table.name(), definition).block(Table.PATIENCE);
  }

  private void drop(Table table, String index) {
    service().dropIndex(table.name(), new IndexName(index)).block(Table.PATIENCE);
  }

  private List<IndexStatus> indexes(Table table) {
    return Objects.requireNonNull(service().indexes(table.name()).block(Table.PATIENCE));
  }

  /** Waits until all indexes of a table are readable, and returns them. */
  private List<IndexStatus> readable(Table table) {
    return Objects.requireNonNull(Mono.defer(() -> service().indexes(table.name()))
        .filter(all -> all.stream().allMatch(each -> each.state() == IndexState.READABLE))
        .repeatWhenEmpty(looks -> looks.delayElements(Duration.ofMillis(10)))
        .block(Table.PATIENCE));
  }

  private void joint(Table table, Write... writes) {
    var operations = List.of(writes).stream()
        .map(write -> TableWrite.of(table.name(), write))
        .toList();
    service().commit(new JointCommit(operations)).block(Table.PATIENCE);
  }

  private static Query through(String index, String filter) {
    return Query.ALL.where(filter).hint(IndexHint.force(new IndexName(index)));
  }

  /** Asserts that pages and stream of a query agree with those of a table scan. */
  private static void assertSame(Table table, Query query) {
    var scanned = keysOf(table.select(query.hint(IndexHint.NONE)));
    assertThat(keysOf(table.select(query))).as("pages of %s", query).isEqualTo(scanned);
    assertThat(rowsOf(table.items(query)))
        .as("stream of %s", query)
        .isEqualTo(rowsOf(table.items(query.hint(IndexHint.NONE))));
  }

  /** Asserts that an ordered query answers, in pages and as a stream, what a scan answers, sorted. */
  private static void assertOrder(
      Table table, String filter, List<SortProperty> order, boolean backwards) {
    var ascending = backwards ? order.stream().map(SortProperty::reversed).toList() : order;
    var comparator = ModelOrder.of(ascending);
    var expected = table.select(Query.ALL.where(filter).hint(IndexHint.NONE)).stream()
        .sorted(backwards ? comparator.reversed() : comparator)
        .map(Entities::keyOf)
        .toList();
    var query = Query.ALL.where(filter).orderBy(order);
    assertThat(expected).isNotEmpty();
    assertThat(keysOf(table.select(query.top(7)))).as("pages of %s", query).isEqualTo(expected);
    assertThat(rowsOf(table.items(query))).as("stream of %s", query).isEqualTo(expected);
    assertThat(rowsOf(table.items(query.top(5)))).isEqualTo(expected.subList(0, 5));
  }

  private static List<String> ordered(Table table, Query query) {
    return keysOf(table.select(query));
  }

  /** Returns birds over ten partitions, whose ages go from 0 to 9. */
  private static Stream<EntityBuilder> aged(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> entity("p" + i % 10, String.format("row%05d", i)).set("Age", i / 10 % 10));
  }

  private static EntityBuilder bird(int i) {
    var random = new Random(i);
    var bird = entity("p" + random.nextInt(6), String.format("row%05d", i))
        .set("Name", "n" + random.nextInt(6));
    var age = random.nextInt(10);
    if (random.nextInt(4) == 0) {
      bird.set("Age", (double) age);
    } else {
      bird.set("Age", age);
    }
    return random.nextBoolean() ? bird.set("Weight", random.nextInt(20) / 2.0) : bird;
  }

  private static List<EdmValue> values() {
    var values = new ArrayList<EdmValue>();
    for (var flag : List.of(true, false)) {
      values.add(new EdmBoolean(flag));
    }
    for (var number : List.of(0, 1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE)) {
      values.add(new EdmInt32(number));
    }
    for (var number :
        List.of(1L << 53, (1L << 53) + 1, -(1L << 53) - 1, Long.MAX_VALUE, Long.MIN_VALUE, 2L)) {
      values.add(new EdmInt64(number));
    }
    for (var number : List.of(
        0.5, -0.5, 1e300, -1e300, 1.5, Double.NaN, Double.POSITIVE_INFINITY, Double.MIN_VALUE)) {
      values.add(new EdmDouble(number));
    }
    for (var text :
        List.of("", "a", "ab", "b", "\u0001", "a\u0000", "a\u0001b", "\uFF5A", "😀", "é")) {
      values.add(new EdmString(text));
    }
    values.add(EdmDateTime.parse("2026-01-02T03:04:05Z"));
    values.add(EdmDateTime.parse("1990-01-02T03:04:05Z"));
    values.add(new EdmGuid(UUID.fromString("f0000000-0000-0000-0000-000000000001")));
    values.add(new EdmGuid(UUID.fromString("00000000-0000-0000-0000-000000000001")));
    for (var bytes : List.of(new byte[0], new byte[] {0}, new byte[] {0, 1}, new byte[] {-1})) {
      values.add(new EdmBinary(bytes));
    }
    return values;
  }
}
