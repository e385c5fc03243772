package io.weir.cli.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.AccountName;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Entity;
import io.weir.api.write.Write;
import io.weir.cli.rows.InputException;
import io.weir.cli.terminal.ProgressDisplay;
import io.weir.server.settings.AccessPolicies;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An import that failed, and the next one, which continues it. */
final class ResumedImportTest {

  private static final Policies NO_POLICIES = new Policies() {
    @Override
    public AccessPolicies of(TableName table) {
      return AccessPolicies.NONE;
    }

    @Override
    public void replace(TableName table, AccessPolicies policies) {
      throw new AssertionError("There were none. table=" + table);
    }
  };

  private static final TableName FIRST = new TableName("First");
  private static final TableName SECOND = new TableName("Second");

  @TempDir
  Path folder;

  private final ModelTableService source = new ModelTableService();
  private final ModelTableService target = new ModelTableService();
  private final ProgressDisplay display = new ProgressDisplay(
      new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
      false,
      System::nanoTime);

  @BeforeEach
  void export() throws IOException {
    for (var table : List.of(FIRST, SECOND)) {
      source.createTable(table).block();
      for (var i = 0; i < 30; i++) {
        source
            .write(table, new Write.Insert(Entity.builder("p", "r" + i).build()))
            .block();
      }
    }
    Exporter.run(new Only(source), folder.resolve("out"), display, remark -> {});
  }

  @Test
  void tablesRecordedInTheJournalAreNotImportedAgain() throws IOException {
    var archive = Archive.read(folder.resolve("out"));
    ImportJournal.open(journal(), "here").note(archive.tables().get(0), 30);

    var done = importing("here");

    assertThat(done).isEqualTo(new TransferCounts(2, 30));
    assertThat(count(SECOND)).isEqualTo(30);
    assertThat(journal()).doesNotExist();
  }

  @Test
  void aPartlyImportedTableIsContinued() throws IOException {
    var archive = Archive.read(folder.resolve("out"));
    ImportJournal.open(journal(), "here").note(archive.tables().get(1), 12);

    assertThat(importing("here")).isEqualTo(new TransferCounts(2, 48));

    assertThat(count(FIRST)).isEqualTo(30);
    assertThat(count(SECOND)).isEqualTo(18);
  }

  @Test
  void aFailedImportKeepsItsJournal() throws IOException {
    var archive = Archive.read(folder.resolve("out"));
    target.createTable(FIRST).block();
    var broken = new IllegalStateException("the second table breaks");
    var asked = new AtomicInteger();

    assertThatThrownBy(() -> Importer.run(
            folder.resolve("out"),
            account -> {
              if (asked.incrementAndGet() > 3) { // two calls for the list, then one for each table
                throw broken;
              }
              return Optional.of(new Destination(target, NO_POLICIES));
            },
            1,
            journal(),
            "here",
            display,
            remark -> {}))
        .isSameAs(broken);

    assertThat(ImportJournal.open(journal(), "here").stored(archive.tables().get(0)))
        .isEqualTo(30);
    assertThat(importing("here").entities()).isEqualTo(30);
    assertThat(count(FIRST)).isEqualTo(count(SECOND)).isEqualTo(30);
  }

  @Test
  void theJournalOfAnotherTargetIsRefused() throws IOException {
    var archive = Archive.read(folder.resolve("out"));
    ImportJournal.open(journal(), "elsewhere").note(archive.tables().get(0), 30);

    assertThatThrownBy(() -> importing("here"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("another place");
  }

  private TransferCounts importing(String name) throws IOException {
    return Importer.run(
        folder.resolve("out"),
        account -> Optional.of(new Destination(target, NO_POLICIES)),
        4,
        journal(),
        name,
        display,
        remark -> {});
  }

  private Path journal() {
    return folder.resolve("out.journal");
  }

  private long count(TableName table) {
    return target.query(table, Query.ALL).count().block();
  }

  private record Only(TableService tables) implements ReachableAccounts {

    @Override
    public List<AccountName> names() {
      return List.of(AccountName.DEVELOPMENT);
    }

    @Override
    public TableService tables(AccountName account) {
      return tables;
    }

    @Override
    public Policies policies(AccountName account) {
      return NO_POLICIES;
    }
  }
}
