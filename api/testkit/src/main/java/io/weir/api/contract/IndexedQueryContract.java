package io.weir.api.contract;

import static io.weir.api.contract.Entities.entity;
import static io.weir.api.contract.Entities.keysOf;
import static io.weir.api.contract.Entities.rowsOf;
import static io.weir.api.contract.Failures.assertInvalid;
import static io.weir.api.contract.Failures.assertTableNotFound;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.error.ErrorCode;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexHint;
import io.weir.api.index.IndexName;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Cases for what indexes find: every way of writing, any plan, counts. */
public interface IndexedQueryContract extends Door {

  @Test
  default void anIndexFindsWhatWasThereBeforeItAndWhatCameAfter() {
    var birds = Table.in(this).load(Birds.aged(200));
    birds.declare(Birds.BY_AGE);
    birds.insert(entity("new", "1").set("Age", 7));
    midScenario();
    birds.awaitIndexes();

    assertSame(birds, Query.ALL.where("Age eq 7"));
    assertThat(keysOf(birds.select(through("byAge", "Age eq 7"))))
        .contains("new/1")
        .hasSize(21);
  }

  @Test
  default void everyWayOfWritingIsFoundAtOnce() {
    var birds = Table.in(this);
    birds.declare(Birds.BY_AGE);
    birds.awaitIndexes();

    birds.insert(entity("a", "insert").set("Age", 1));
    birds.upsert(WriteMode.REPLACE, entity("a", "replace").set("Age", 1));
    birds.upsert(WriteMode.MERGE, entity("a", "merge").set("Age", 1));
    birds.submit(
        new Write.Insert(entity("b", "batch1").set("Age", 1).build()),
        new Write.Insert(entity("b", "batch2").set("Age", 2).build()));
    birds.commit(
        new Write.Insert(entity("c", "joint").set("Age", 1).build()),
        new Write.Insert(entity("d", "joint").set("Age", 1).build()));
    midScenario();

    assertThat(keysOf(birds.select(through("byAge", "Age eq 1"))))
        .containsExactly("a/insert", "a/merge", "a/replace", "b/batch1", "c/joint", "d/joint");
  }

  @Test
  default void aChangedOrRemovedEntityIsNoLongerFoundByItsOldValue() {
    var birds = Table.in(this).load(Birds.aged(10));
    birds.declare(Birds.BY_AGE);
    birds.awaitIndexes();
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
    var birds = Table.in(this).load(Birds.aged(100));
    birds.declare(Birds.BY_AGE);
    birds.awaitIndexes();

    birds.deleteRange("PartitionKey ge 'p3' and PartitionKey lt 'p6'");
    birds.insert(entity("p4", "row00014").set("Age", 5));
    midScenario();

    assertSame(birds, Query.ALL.where("Age ge 0"));
    assertThat(keysOf(birds.select(through("byAge", "Age ge 0"))))
        .hasSize(71)
        .doesNotHaveDuplicates();
    assertThat(keysOf(birds.select(Query.ALL.where("Age ge 0").orderBy(Birds.AGE))))
        .hasSize(71)
        .doesNotHaveDuplicates();
  }

  @Test
  default void anyPlanAnswersAsATableScanDoes() {
    var birds = Table.in(this).load(IntStream.range(0, 300).mapToObj(Birds::bird));
    birds.declare(Birds.BY_AGE);
    birds.declare(IndexDefinition.of("byName", "Name"));
    birds.declare(IndexDefinition.of("byBoth", List.of(Birds.NAME, Birds.AGE.reversed())));
    birds.declare(IndexDefinition.of("owls", "Age").where("Name eq 'n3'"));
    birds.declare(IndexDefinition.of("all", "Weight"));
    birds.awaitIndexes();
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
        "startswith(Name,'n3')",
        "startswith(Name,'n') and Age eq 3",
        "startswith(tolower(Name),'n3') or Age eq 2",
        "endswith(Name,'3') and length(Name) eq 2",
        "not startswith(Name,'n3')",
        "Weight eq 4.5",
        "Age eq 1 and Age eq 2",
        "PartitionKey eq 'p1' and Age eq 7")) {
      assertSame(birds, Query.ALL.where(filter));
      assertSame(birds, Query.ALL.where(filter).descending());
      assertSame(birds, Query.ALL.where(filter).top(3));
    }
  }

  @Test
  default void anIndexOfSeveralPropertiesServesItsFirstOne() {
    var birds = Table.in(this).load(IntStream.range(0, 300).mapToObj(Birds::bird));
    birds.insert(entity("p", "ageless").set("Name", "n3"));
    var both = List.of(Birds.NAME, Birds.AGE.reversed());
    birds.declare(IndexDefinition.of("byBoth", both));
    birds.declare(IndexDefinition.of("sparse", both).sparsely());
    birds.awaitIndexes();
    midScenario();

    assertSame(birds, Query.ALL.where("Name eq 'n3'"));
    assertThat(keysOf(birds.select(through("byBoth", "Name eq 'n3'"))))
        .isEqualTo(keysOf(birds.select(Query.ALL.where("Name eq 'n3'").hint(IndexHint.NONE))))
        .anyMatch(key -> key.endsWith("ageless"));
    assertThat(keysOf(birds.select(through("sparse", "Name eq 'n3' and Age ge 0"))))
        .isNotEmpty()
        .noneMatch(key -> key.endsWith("ageless"));
  }

  @Test
  default void aForcedIndexThatDoesNotExistIsRefused() {
    var birds = Table.in(this);

    assertInvalid(ErrorCode.INVALID_INPUT, () -> birds.page(through("byAge", "Age eq 1")));
    assertInvalid(ErrorCode.INVALID_INPUT, () -> birds.items(through("byAge", "Age eq 1")));
  }

  @Test
  default void countsAgreeWithAnswers() {
    var birds = Table.in(this).load(IntStream.range(0, 300).mapToObj(Birds::bird));
    birds.declare(Birds.BY_AGE);
    birds.awaitIndexes();
    midScenario();

    for (var query : List.of(
        Query.ALL,
        Query.ALL.top(7),
        Query.ALL.where("PartitionKey eq 'p3'"),
        Query.ALL.where("PartitionKey ge 'p3' and PartitionKey lt 'p5'"),
        Query.ALL.where("Age gt 3 and Age le 5"),
        Query.ALL.where("Name eq 'n2'"),
        Query.ALL.where("Age eq 1 and Age eq 2"))) {
      assertThat(birds.count(query))
          .as(query.toString())
          .isEqualTo(rowsOf(birds.items(query)).size());
    }
    assertTableNotFound(() -> Table.absentIn(this).count(Query.ALL));
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
}
