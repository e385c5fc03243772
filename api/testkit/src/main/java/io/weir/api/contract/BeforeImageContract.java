package io.weir.api.contract;

import static io.weir.api.contract.Entities.LARGEST_FILLING;
import static io.weir.api.contract.Entities.entity;
import static io.weir.api.contract.Entities.filled;
import static io.weir.api.contract.Entities.key;
import static io.weir.api.contract.Failures.assertTableNotFound;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.weir.api.FeedItem.Before;
import io.weir.api.FeedItem.Cause;
import io.weir.api.FeedItem.Change;
import io.weir.api.FeedScope;
import io.weir.api.FeedSettings;
import io.weir.api.FeedStart;
import io.weir.api.FeedToken;
import io.weir.api.TableSetting;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.entity.EntityBuilder;
import io.weir.api.entity.Expiry;
import io.weir.api.filter.Filter;
import io.weir.api.filter.FilterParser;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Cases for before-images in the change feed. */
public interface BeforeImageContract extends Door {

  @Test
  default void aTableKeepsNoImagesUntilItIsTold() {
    var rain = Table.in(this);

    assertThat(settings(rain)).isEqualTo(FeedSettings.DEFAULT);
    keepImages(rain, true);
    midScenario();
    assertThat(settings(rain)).isEqualTo(new FeedSettings(true));
    keepImages(rain, false);
    keepImages(rain, false);
    midScenario();
    assertThat(settings(rain)).isEqualTo(FeedSettings.DEFAULT);
  }

  @Test
  default void feedSettingsOfAMissingTableFail() {
    var absent = Table.absentIn(this);

    assertTableNotFound(() -> settings(absent));
    assertTableNotFound(() -> keepImages(absent, true));
  }

  @Test
  default void aTableThatIsCreatedAgainKeepsNoImages() {
    var rain = keeping();

    rain.drop();
    rain.create();
    midScenario();

    assertThat(settings(rain)).isEqualTo(FeedSettings.DEFAULT);
  }

  @Test
  default void eachKindOfWriteSaysWhatWasStoredBefore() {
    var rain = keeping();
    var start = now(rain);

    rain.insert(level("p", "1", 1));
    var inserted = rain.get("p", "1");
    rain.update(WriteMode.REPLACE, level("p", "1", 2), IfMatch.ANY);
    var replaced = rain.get("p", "1");
    rain.update(WriteMode.MERGE, entity("p", "1").set("More", true), IfMatch.ANY);
    var merged = rain.get("p", "1");
    rain.upsert(WriteMode.REPLACE, level("p", "1", 3));
    var upserted = rain.get("p", "1");
    midScenario();
    rain.upsert(WriteMode.MERGE, entity("p", "1").set("More", true));
    var last = rain.get("p", "1");
    rain.delete("p", "1", IfMatch.ANY);
    rain.upsert(WriteMode.MERGE, level("p", "1", 4));

    assertThat(changes(rain, start, 7))
        .extracting(Change::before)
        .containsExactly(
            Before.NOTHING,
            Before.of(inserted),
            Before.of(replaced),
            Before.of(merged),
            Before.of(upserted),
            Before.of(last),
            Before.NOTHING);
  }

  @Test
  default void batchesAndJointCommitsSayWhatWasStoredBefore() {
    var rain = keeping();
    rain.insert(level("p", "1", 1));
    rain.insert(level("p", "2", 2));
    rain.insert(level("q", "3", 3));
    var one = rain.get("p", "1");
    var two = rain.get("p", "2");
    var three = rain.get("q", "3");
    var start = now(rain);

    rain.submit(
        new Write.Upsert(level("p", "1", 5).build(), WriteMode.REPLACE),
        new Write.Delete(key("p", "2"), IfMatch.ANY),
        new Write.Insert(level("p", "4", 6).build()));
    var changed = rain.get("p", "1");
    midScenario();
    rain.commit(
        new Write.Delete(key("p", "1"), IfMatch.ANY),
        new Write.Upsert(level("q", "3", 7).build(), WriteMode.MERGE),
        new Write.Insert(level("q", "5", 8).build()));

    var all = changes(rain, start, 6);
    assertThat(all.subList(0, 3))
        .extracting(Change::before)
        .containsExactly(Before.of(one), Before.of(two), Before.NOTHING);
    assertThat(all.subList(3, 6))
        .extracting(change -> change.key().rowKey(), Change::before)
        .containsExactlyInAnyOrder(
            tuple("1", Before.of(changed)),
            tuple("3", Before.of(three)),
            tuple("5", Before.NOTHING));
  }

  @Test
  default void withoutTheSettingNothingIsKnown() {
    var rain = Table.in(this);
    var start = now(rain);

    rain.insert(level("p", "1", 1));
    keepImages(rain, true);
    rain.upsert(WriteMode.REPLACE, level("p", "1", 2));
    midScenario();
    keepImages(rain, false);
    rain.upsert(WriteMode.REPLACE, level("p", "1", 3));
    rain.delete("p", "1", IfMatch.ANY);

    assertThat(changes(rain, start, 4))
        .extracting(change -> change.before().isKnown())
        .containsExactly(false, true, false, false);
  }

  @Test
  default void existingEntitiesHaveNoImages() {
    var rain = keeping();
    rain.insert(level("p", "1", 1));
    rain.upsert(WriteMode.REPLACE, level("p", "1", 2));

    var existing = service()
        .changes(FeedScope.of(rain.name()), FeedStart.BEGINNING)
        .ofType(Change.class)
        .blockFirst(Table.PATIENCE);

    assertThat(Objects.requireNonNull(existing).before()).isEqualTo(Before.UNKNOWN);
  }

  /** The feed has not told of its expiry, so a consumer holds it. */
  @Test
  default void aWriteOverAnExpiredEntitySaysThatItWasStored() {
    var rain = keeping();
    service().set(rain.name(), TableSetting.EXPIRY, Expiry.at("Until")).block(Table.PATIENCE);
    var start = now(rain);

    rain.insert(level("p", "1", 1).set("Until", EdmDateTime.parse("2001-02-03T04:05:06Z")));
    rain.insert(level("p", "1", 2));

    var all = changes(rain, start, 2);
    assertThat(all.get(0).before()).isEqualTo(Before.NOTHING);
    assertThat(all.get(1).before().entity()).isEqualTo(all.get(0).after());
  }

  @Test
  default void aFilterFollowsEntitiesThatLeaveIt() {
    var rain = keeping();
    var start = now(rain);
    var high = FilterParser.parse("Level gt 5");

    rain.insert(level("p", "1", 3)); // never satisfies it
    rain.upsert(WriteMode.REPLACE, level("p", "1", 4));
    rain.delete("p", "1", IfMatch.ANY);
    rain.insert(level("p", "2", 8));
    var stored = rain.get("p", "2");
    rain.upsert(WriteMode.REPLACE, level("p", "2", 2));
    midScenario();
    rain.delete("p", "2", IfMatch.ANY);
    rain.insert(level("p", "3", 1));
    rain.upsert(WriteMode.MERGE, level("p", "3", 9));
    rain.delete("p", "3", IfMatch.ANY);

    var all = changes(rain, start, high, 4);
    assertThat(all)
        .extracting(
            change -> change.key().rowKey(),
            Change::cause,
            change -> change.after().isPresent())
        .containsExactly(
            tuple("2", Cause.WRITE, true),
            tuple("2", Cause.LEFT, false),
            tuple("3", Cause.WRITE, true),
            tuple("3", Cause.WRITE, false));
    assertThat(all.get(1).before()).isEqualTo(Before.of(stored));
  }

  @Test
  default void theLargestEntityFitsTheFeedTwice() {
    var rain = keeping();
    var start = now(rain);

    rain.insert(filled("p", "1", "A", LARGEST_FILLING));
    var large = rain.get("p", "1");
    midScenario();
    rain.upsert(WriteMode.REPLACE, filled("p", "1", "B", LARGEST_FILLING));
    var larger = rain.get("p", "1");

    var change = changes(rain, start, 2).get(1);
    assertThat(change.before()).isEqualTo(Before.of(large));
    assertThat(change.after()).contains(larger);
  }

  private Table keeping() {
    var rain = Table.in(this);
    keepImages(rain, true);
    return rain;
  }

  private void keepImages(Table table, boolean keeps) {
    service().set(table.name(), TableSetting.FEED, new FeedSettings(keeps)).block(Table.PATIENCE);
  }

  private FeedSettings settings(Table table) {
    return Objects.requireNonNull(
        service().setting(table.name(), TableSetting.FEED).block(Table.PATIENCE));
  }

  private FeedToken now(Table table) {
    return Objects.requireNonNull(
            service().changes(FeedScope.of(table.name()), FeedStart.NOW).blockFirst(Table.PATIENCE))
        .token();
  }

  private List<Change> changes(Table table, FeedToken after, int count) {
    return changes(table, after, Filter.ALL, count);
  }

  private List<Change> changes(Table table, FeedToken after, Filter filter, int count) {
    return Objects.requireNonNull(service()
        .changes(FeedScope.of(table.name()).where(filter), FeedStart.after(after))
        .ofType(Change.class)
        .take(count)
        .collectList()
        .block(Table.PATIENCE));
  }

  private static EntityBuilder level(String partition, String row, int level) {
    return entity(partition, row).set("Level", level);
  }
}
