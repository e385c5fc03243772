package io.weir.engine.offline;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.entity.Entity;
import io.weir.engine.TestStore;
import io.weir.engine.checkpoint.StoppedPage;
import io.weir.engine.store.StoreOptions;
import io.weir.testkit.Effort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The check names exactly the pages whose bytes the disk has changed since a clean shutdown. */
final class DamagedPagesTest {

  private static final int FLIPS = Effort.choose(15, 15, 5_000);

  @TempDir
  Path folder;

  private List<Entity> entities = List.of();

  private StoreOptions options() {
    return StoreOptions.in(folder).withPartitionGroups(2);
  }

  @BeforeEach
  void stop() throws IOException {
    try (var store = TestStore.open(options())) {
      store.create();
      store.fill("small", 600, 100);
      store.upsert(TestStore.entity("large", "r", 60_000));
      store.engine().store().checkpoint();
      store.fill("later", 300, 2_000);
      store.upsert(TestStore.entity("large", "q", 50_000));
      entities = store.all();
    }
  }

  @Test
  void soundPagesAreReadToTheLastByte() throws IOException {
    var found = CollectedFindings.in(folder);

    assertThat(found.findings).isEmpty();
    assertThat(found.remarks).isEmpty();
    assertThat(found.files).anyMatch(file -> file.endsWith("pages/1"));
    assertThat(found.read).isEqualTo(found.announced).isGreaterThan(1_000_000);
  }

  @Test
  void theNextStartAcceptsThePagesAfterACheck() throws IOException {
    CollectedFindings.in(folder);

    try (var store = TestStore.open(options())) {
      assertThat(store.engine().store().startedFromCheckpoint()).isTrue();
    }
  }

  @Test
  void aFlippedBitAnywhereInAPageIsNamedByShardFileAndOffset() throws IOException {
    var seed = new Random().nextLong();
    var random = new Random(seed);
    var pages = StoppedPage.of(folder);
    for (var flip = 0; flip < FLIPS; flip++) {
      var damaged = pages.get(random.nextInt(pages.size()));
      var at = random.nextInt(damaged.page().lengthBytes());
      var bit = random.nextInt(Byte.SIZE);
      damaged.flip(at, bit);

      var found = CollectedFindings.in(folder);

      assertThat(found.findings)
          .as("seed=%d flip=%d page=%s at=%d", seed, flip, damaged, at)
          .singleElement()
          .satisfies(finding -> {
            assertThat(finding.file()).isEqualTo(damaged.file().toString());
            assertThat(finding.offset()).isEqualTo(damaged.offset());
            assertThat(finding.damage())
                .startsWith("pageChecksum shard=" + damaged.shard() + " page="
                    + damaged.page().id() + " bytes=" + damaged.page().lengthBytes() + " from=")
                .contains(" before=");
          });
      damaged.flip(at, bit);
    }
    assertThat(CollectedFindings.in(folder).findings).isEmpty();
  }

  @Test
  void theAdviceOfTheCheckRestoresEveryEntity() throws IOException {
    for (var page : StoppedPage.of(folder)) {
      page.flip(page.page().lengthBytes() - 1, 0);
    }
    assertThat(CollectedFindings.in(folder).remarks)
        .anyMatch(remark -> remark.contains("The log still holds the entities"));

    try (var store = TestStore.open(options())) {
      assertThat(store.all()).isEqualTo(entities);
    }
  }

  @Test
  void aStoreWithoutAPageFileIsRebuiltAsTheCheckSays() throws IOException {
    Files.delete(StoppedPage.of(folder).get(0).file());

    var found = CollectedFindings.in(folder);

    assertThat(found.findings).isEmpty();
    assertThat(found.remarks).singleElement().asString().contains("rebuilds the store");
    try (var store = TestStore.open(options())) {
      assertThat(store.all()).isEqualTo(entities);
    }
  }
}
