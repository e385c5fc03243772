package io.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.AccountName;
import io.weir.api.AccountSettings;
import io.weir.api.TableName;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.engine.backup.CopyListener;
import io.weir.engine.backup.Restore;
import io.weir.engine.backup.RestorePoint;
import io.weir.engine.offline.CheckListener;
import io.weir.engine.offline.Finding;
import io.weir.engine.offline.StoreCheck;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The settings of an account and of its tables, and their lifetime. */
class AccountSettingsTest {

  private static final AccountName OTHER = new AccountName("other");

  @TempDir
  private Path folder;

  private TestStore store;

  @BeforeEach
  void open() throws IOException {
    store = TestStore.open(StoreOptions.in(folder.resolve("store")).withSegmentBytes(16 << 20));
    store.create();
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  @Test
  void aChangeSetsOnlyTheSettingsThatItNames() {
    change(Map.of("Cors", "a", "Logging", "b"));
    change(Map.of("Cors", "c", "Logging", ""));

    assertThat(settings().ofAccount()).containsExactly(Map.entry("Cors", "c"));
    assertThat(settings().ofTable(TestStore.TABLE)).hasValue(Map.of());
    assertThat(store.engine().settings(OTHER).ofAccount()).isEmpty();
  }

  @Test
  void nothingHappensBeforeSubscription() {
    var unused = settings().changeAccount(Map.of("Cors", "a"));

    assertThat(settings().ofAccount()).isEmpty();
  }

  @Test
  void settingsAreNotListedAsATable() {
    change(Map.of("Cors", "a"));

    assertThat(store.tables().tables().collectList().block(TestStore.PATIENCE))
        .containsExactly(TestStore.TABLE);
  }

  @Test
  void deletingATableDeletesItsSettings() {
    changeTable(TestStore.TABLE, Map.of("Policies", "a"));
    assertThat(settings().ofTable(new TableName("sTRIKES"))).hasValue(Map.of("Policies", "a"));

    store.drop();
    assertThat(settings().ofTable(TestStore.TABLE)).isEmpty();

    store.create();
    assertThat(settings().ofTable(TestStore.TABLE)).hasValue(Map.of());
  }

  @Test
  void anAbsentTableHasNoSettings() {
    assertThatThrownBy(() -> changeTable(new TableName("Nobody"), Map.of("Policies", "a")))
        .isInstanceOfSatisfying(
            NotFoundException.class,
            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.TABLE_NOT_FOUND));
  }

  @Test
  void settingsSurviveAStopAndACrash() throws IOException {
    change(Map.of("Cors", "a"));
    changeTable(TestStore.TABLE, Map.of("Policies", "p", "More", "m"));

    store.restart();
    assertKept(settings());

    store.engine().store().checkpoint();
    changeTable(TestStore.TABLE, Map.of("More", ""));
    store.rebuild();
    assertKept(settings());
    assertThat(settings().ofTable(TestStore.TABLE).orElseThrow()).doesNotContainKey("More");
  }

  @Test
  void settingsArePartOfABackup() throws IOException {
    change(Map.of("Cors", "a"));
    changeTable(TestStore.TABLE, Map.of("Policies", "p"));

    store.engine().backup(folder.resolve("backup"), CopyListener.NOBODY).block(TestStore.PATIENCE);
    change(Map.of("Cors", "later"));
    var restored = folder.resolve("restored");
    Restore.run(folder.resolve("backup"), restored, new RestorePoint.End(), CopyListener.NOBODY);

    try (var copy = TestStore.open(StoreOptions.in(restored).withSegmentBytes(16 << 20))) {
      assertKept(copy.engine().settings(AccountName.DEVELOPMENT));
    }
  }

  @Test
  void aCheckAcceptsSettings() throws IOException {
    change(Map.of("Cors", "a"));
    changeTable(TestStore.TABLE, Map.of("Policies", "p"));
    store.engine().close();

    assertThat(StoreCheck.run(folder.resolve("store"), folder, UNHEARD).isSound())
        .isTrue();
  }

  private static void assertKept(AccountSettings settings) {
    assertThat(settings.ofAccount()).containsExactly(Map.entry("Cors", "a"));
    assertThat(settings.ofTable(TestStore.TABLE).orElseThrow()).containsEntry("Policies", "p");
  }

  private AccountSettings settings() {
    return store.engine().settings(AccountName.DEVELOPMENT);
  }

  private void change(Map<String, String> changed) {
    settings().changeAccount(changed).block(TestStore.PATIENCE);
  }

  private void changeTable(TableName table, Map<String, String> changed) {
    settings().changeTable(table, changed).block(TestStore.PATIENCE);
  }

  private static final CheckListener UNHEARD = new CheckListener() {
    @Override
    public void begin(String file, long bytes) {}

    @Override
    public void read(long bytes) {}

    @Override
    public void damaged(Finding finding) {}

    @Override
    public void remark(String what) {}
  };
}
