package io.weir.engine.advice;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccessPath;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.entity.Entity;
import io.weir.api.entity.Selection;
import io.weir.api.index.IndexDefinition;
import io.weir.engine.advice.EntityNearLimit.Limit;
import io.weir.engine.observe.Arrival;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rules on entities and their properties speak at their thresholds and not below them. */
final class EntityRulesTest {

  @Test
  void aLongValueIsNearItsLimit() {
    assertThat(written(value(24_576)))
        .singleElement()
        .isEqualTo(new EntityNearLimit(
            new Recorded().evidence().name(), Limit.VALUE_BYTES, "Text", 49_152));
    assertThat(written(value(24_575))).isEmpty();
  }

  private static Entity value(int chars) {
    return Entity.builder("p", "1").set("Text", "x".repeat(chars)).build();
  }

  @Test
  void aWideEntityIsNearTheLimit() {
    assertThat(written(properties(189)))
        .singleElement()
        .returns("wide-entities", Advice::pattern)
        .isInstanceOfSatisfying(
            EntityNearLimit.class, near -> assertThat(near.limit()).isEqualTo(Limit.PROPERTIES));
    assertThat(written(properties(188))).isEmpty();
  }

  private static Entity properties(int number) {
    var entity = Entity.builder("p", "1");
    for (var i = 0; i < number; i++) {
      entity.set("P" + i, i);
    }
    return entity.build();
  }

  @Test
  void aLargeEntityIsNearTheLimit() {
    assertThat(written(large(786_432)))
        .singleElement()
        .isInstanceOfSatisfying(EntityNearLimit.class, near -> {
          assertThat(near.limit()).isEqualTo(Limit.ENTITY_BYTES);
          assertThat(near.largest()).isEqualTo(786_432);
        });
    assertThat(written(large(786_430))).isEmpty();
  }

  /**
   * Returns an entity of a size as the limit counts it, which is even: 4, the keys, and 8 + 4 for
   * each text with its name.
   */
  private static Entity large(int bytes) {
    var entity = Entity.builder("p", "1");
    var left = bytes - 4 - 4;
    for (var i = 10; left > 0; i++) {
      var chars = Math.min(20_000, (left - 12 - 2 * 3) / 2);
      entity.set("P" + i, "x".repeat(chars));
      left -= 12 + 2 * 3 + 2 * chars;
    }
    return entity.build();
  }

  private static List<Advice> written(Entity entity) {
    return new Recorded().wrote(entity, Arrival.SINGLE).advice();
  }

  @Test
  void aPropertyThatNoReadNamesIsNamed() {
    assertThat(photographed(1_000).read(20_000, "p", Selection.of("Name")).advice())
        .singleElement()
        .isInstanceOfSatisfying(
            UnreadProperty.class, unread -> assertThat(unread.property()).isEqualTo("Photo"));
  }

  @Test
  void fewReadsAreNoEvidence() {
    assertThat(photographed(1_000).read(19_999, "p", Selection.of("Name")).advice())
        .isEmpty();
  }

  @Test
  void aReadOfWholeEntitiesReadsAllProperties() {
    assertThat(photographed(1_000)
            .read(20_000, "p", Selection.of("Name"))
            .read(1, "p", Selection.ALL)
            .advice())
        .isEmpty();
  }

  @Test
  void aPropertyThatOneReadNamesIsRead() {
    assertThat(photographed(1_000)
            .read(20_000, "p", Selection.of("Name"))
            .read(1, "p", Selection.of("Photo"))
            .advice())
        .isEmpty();
    assertThat(photographed(1_000)
            .read(20_000, "p", Selection.of("Name"))
            .answered(
                1,
                Query.ALL.where("Photo eq 'x'").select("Name"),
                new QueryReport(AccessPath.TABLE_SCAN, 1, 1, 0))
            .advice())
        .isEmpty();
  }

  @Test
  void aPropertyThatAnIndexNeedsIsNeeded() {
    assertThat(photographed(1_000)
            .with(IndexDefinition.of("ByPhoto", "Photo"))
            .read(20_000, "p", Selection.of("Name"))
            .advice())
        .isEmpty();
  }

  @Test
  void aPropertyThatDecidesWhatAnIndexCoversIsNeeded() {
    assertThat(photographed(1_000)
            .with(IndexDefinition.of("ByName", "Name").where("Photo ne 'x'"))
            .read(20_000, "p", Selection.of("Name"))
            .advice())
        .isEmpty();
  }

  @Test
  void aTableWithASearchOrAFeedIsReadInOtherWays() {
    var read = photographed(1_000).read(20_000, "p", Selection.of("Name"));
    assertThat(read.setting("Feed", "beforeImages").advice())
        .as("a plain setting")
        .hasSize(1);
    assertThat(read.setting("AccessPolicies", "<S/>").advice()).as("policies").hasSize(1);
    assertThat(read.setting("search", "7 {}").advice()).isEmpty();
    assertThat(read.setting("Feed", "").followed().advice()).isEmpty();
  }

  @Test
  void aRowOfALargeValueIsAsLongAsMayBe() {
    var chunk =
        Entity.builder("p", "~chunk!r!7!000001").set("D0", new byte[65_536]).build();
    var other = Entity.builder("p", "chunk").set("D0", new byte[65_536]).build();

    assertThat(written(chunk)).isEmpty();
    assertThat(written(other)).hasSize(1);
  }

  @Test
  void aSmallPropertyIsNotWorthAWord() {
    var chars = 1;
    while (share(chars) < 0.1) {
      chars++;
    }

    assertThat(chars).isGreaterThan(1);
    assertThat(photographed(chars).read(20_000, "p", Selection.of("Name")).advice())
        .hasSize(1);
    assertThat(photographed(chars - 1).read(20_000, "p", Selection.of("Name")).advice())
        .isEmpty();
  }

  private static double share(int chars) {
    return (double) ("Photo".length() + chars) / photo(chars).encoded().length;
  }

  private static Recorded photographed(int chars) {
    return new Recorded().wrote(photo(chars), Arrival.SINGLE);
  }

  private static Entity photo(int chars) {
    return Entity.builder("p", "1")
        .set("Name", "n".repeat(500))
        .set("Photo", "x".repeat(chars))
        .build();
  }
}
