package io.weir.api.contract;

import static io.weir.api.contract.Entities.entity;
import static io.weir.api.contract.Entities.key;
import static io.weir.api.write.WriteMode.MERGE;
import static io.weir.api.write.WriteMode.REPLACE;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.entity.ETag;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Cases for versions: every write creates a new version. */
public interface VersionContract extends Door {

  @Test
  default void everyWriteOfAnEntityHasALaterTimestamp() {
    var strikes = Table.in(this);
    var written = new ArrayList<WriteResult>();
    written.add(strikes.insert(entity("TX", "1")));
    written.add(strikes.upsert(MERGE, entity("TX", "1")));
    written.add(strikes.upsert(REPLACE, entity("TX", "1")));

    midScenario();
    written.add(strikes.update(MERGE, entity("TX", "1"), IfMatch.ANY));
    written.add(strikes.update(REPLACE, entity("TX", "1"), IfMatch.ANY));

    assertRising(written);
    assertThat(strikes.get("TX", "1").timestampTicks()).isEqualTo(written.get(4).timestampTicks());
  }

  @Test
  default void manyWritesInARowHaveRisingTimestamps() {
    var strikes = Table.in(this);
    var written = new ArrayList<WriteResult>();
    for (var i = 0; i < 50; i++) {
      written.add(strikes.upsert(REPLACE, entity("TX", "1").set("Count", i)));
    }

    midScenario();
    written.add(strikes.upsert(REPLACE, entity("TX", "1")));

    assertRising(written);
  }

  @Test
  default void writingTheSameContentCreatesANewVersion() {
    var strikes = Table.in(this);
    var same = entity("TX", "1").set("Species", "Killdeer");
    var first = strikes.insert(same);

    midScenario();
    var second = strikes.upsert(REPLACE, same);

    assertThat(second.etag()).isNotEqualTo(first.etag());
    assertThat(strikes.get("TX", "1").etag()).isEqualTo(second.etag());
  }

  @Test
  default void aRecreatedEntityHasLaterVersions() {
    var strikes = Table.in(this);
    var first = strikes.insert(entity("TX", "1"));
    strikes.delete("TX", "1", IfMatch.ANY);

    midScenario();
    var second = strikes.insert(entity("TX", "1"));

    assertThat(second.timestampTicks()).isGreaterThan(first.timestampTicks());
  }

  @Test
  default void aRecreatedTableHasLaterVersions() {
    var strikes = Table.in(this);
    var first = strikes.insert(entity("TX", "1"));
    strikes.drop();
    strikes.create();

    midScenario();
    var second = strikes.insert(entity("TX", "1"));

    assertThat(second.timestampTicks()).isGreaterThan(first.timestampTicks());
  }

  @Test
  default void theETagIsDerivedFromTheTimestamp() {
    var strikes = Table.in(this);
    var written = strikes.insert(entity("TX", "1"));

    midScenario();
    var back = strikes.get("TX", "1");

    assertThat(back.timestamp()).contains(new EdmDateTime(written.timestampTicks()));
    assertThat(back.etag()).contains(ETag.ofTimestamp(written.timestampTicks()));
  }

  @Test
  default void aReadCreatesNoVersion() {
    var strikes = Table.in(this);
    var written = strikes.insert(entity("TX", "1"));

    for (var i = 0; i < 3; i++) {
      strikes.get("TX", "1");
      strikes.all();
    }
    midScenario();

    assertThat(strikes.get("TX", "1").timestampTicks()).isEqualTo(written.timestampTicks());
  }

  @Test
  default void everyAnswerNamesTheSameVersion() {
    var strikes = Table.in(this);
    var written = strikes.insert(entity("TX", "1").set("Species", "Killdeer"));

    midScenario();

    assertThat(strikes.get("TX", "1").timestampTicks()).isEqualTo(written.timestampTicks());
    assertThat(strikes.all().get(0).timestampTicks()).isEqualTo(written.timestampTicks());
    assertThat(Entities.entitiesOf(strikes.items(Query.ALL)).get(0).timestampTicks())
        .isEqualTo(written.timestampTicks());
  }

  @Test
  default void batchesAndSingleWritesShareOneOrderOfVersions() {
    var strikes = Table.in(this);
    var written = new ArrayList<WriteResult>();
    written.add(strikes.insert(entity("TX", "1")));
    written.add(
        strikes.submit(new Write.Upsert(entity("TX", "1").build(), MERGE)).get(0));

    midScenario();
    written.add(strikes.upsert(MERGE, entity("TX", "1")));
    strikes.submit(new Write.Delete(key("TX", "1"), IfMatch.ANY));
    written.add(strikes.submit(new Write.Insert(entity("TX", "1").build())).get(0));

    assertRising(written);
  }

  private static void assertRising(List<WriteResult> results) {
    var ticks = results.stream().map(WriteResult::timestampTicks).toList();
    assertThat(ticks).isSorted();
    assertThat(new HashSet<>(ticks)).hasSameSizeAs(ticks);
  }
}
