package io.weir.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.FeedSettings;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableSetting;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.entity.Entity;
import io.weir.api.entity.Expiry;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexStatus;
import io.weir.api.index.SortProperty;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import io.weir.cli.Transcript;
import io.weir.cli.serve.RunningService;
import io.weir.cli.terminal.ExitCode;
import io.weir.server.settings.AccessPolicies;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Export of whole stores as folders of lines, and their import. */
final class ExportImportTest {

  private static final AccountName OTHER = new AccountName("birds");

  private static final TableName KINDS = new TableName("Kinds");
  private static final TableName MANY = new TableName("Many");
  private static final IndexDefinition BY_N =
      IndexDefinition.of("byN", List.of(SortProperty.descending("N")));

  private static final AccessPolicies POLICIES = AccessPolicies.parse(
      ("<SignedIdentifiers><SignedIdentifier><Id>readers &amp; co</Id><AccessPolicy>"
              + "<Expiry>2099-01-01T00:00:00Z</Expiry><Permission>r</Permission></AccessPolicy>"
              + "</SignedIdentifier></SignedIdentifiers>")
          .getBytes(StandardCharsets.UTF_8));

  @TempDir
  static Path shared;

  @TempDir
  Path folder;

  @Test
  void everyAccountTableTypeAndKeyComesBack() throws IOException {

    assertThat(ok("export", "--store", store(), path("out")).out())
        .isEqualTo("251 entities of 4 tables are in " + path("out") + ".\n");
    assertThat(ok("import", path("out"), "--store", path("copy")).out()).startsWith("4 tables of ");

    try (var copy = StoreAccounts.open(folder.resolve("copy"));
        var store = StoreAccounts.open(shared.resolve("store"))) {
      assertThat(copy.names())
          .isEqualTo(store.names())
          .containsExactly(OTHER, AccountName.DEVELOPMENT);
      for (var account : store.names()) {
        assertThat(content(copy, account)).isEqualTo(content(store, account));
      }
    }
  }

  @Test
  void anAccountIsExportedAndImportedThroughTheEndpoint() throws IOException {
    try (var service = RunningService.start(shared)) {
      var endpoint = service.endpoint();

      ok("export", "--endpoint", endpoint, path("out"));
      ok("import", path("out"), "--endpoint", endpoint);
      ok("export", "--endpoint", endpoint, path("again"));

      assertThat(Files.readString(folder.resolve("again/devstoreaccount1/Many.ndjson"))
              .lines())
          .hasSize(250);
    }
    assertThat(ok("import", path("again"), "--store", path("copy")).err()).contains("Verifying");
    try (var copy = StoreAccounts.open(folder.resolve("copy"));
        var store = StoreAccounts.open(shared.resolve("store"))) {
      assertThat(content(copy, AccountName.DEVELOPMENT))
          .isEqualTo(content(store, AccountName.DEVELOPMENT));
    }
  }

  @Test
  void storedAccessPoliciesAreCopiedFromStoreToStore() throws IOException {
    ok("export", "--store", store(), path("out"));

    ok("import", path("out"), "--store", path("copy"));

    assertThat(Files.readString(folder.resolve("out/export.ndjson"))).contains("SignedIdentifier");
    try (var copy = StoreAccounts.open(folder.resolve("copy"))) {
      assertThat(copy.policies(AccountName.DEVELOPMENT).of(KINDS)).isEqualTo(POLICIES);
      assertThat(copy.policies(OTHER).of(KINDS)).isEqualTo(AccessPolicies.NONE);
    }
  }

  @Test
  void indexesAndRulesOfExpiryAreCopiedFromStoreToStore() throws IOException {
    ok("export", "--store", store(), path("out"));

    var said = ok("import", path("out"), "--store", path("copy"));

    assertThat(said.err()).doesNotContain("Left out");
    try (var copy = StoreAccounts.open(folder.resolve("copy"))) {
      assertDefined(copy.tables(AccountName.DEVELOPMENT));
    }
  }

  @Test
  void indexesAndRulesOfExpiryAreCopiedThroughEndpoints() throws IOException {
    try (var service = RunningService.start(shared)) {
      ok("export", "--endpoint", service.endpoint(), path("out"));
    }
    var other = folder.resolve("other");
    try (var service = RunningService.start(other)) {
      ok("import", path("out"), "--endpoint", service.endpoint());
      ok("import", path("out"), "--endpoint", service.endpoint());
    }
    try (var copy = StoreAccounts.open(other.resolve("store"))) {
      assertDefined(copy.tables(AccountName.DEVELOPMENT));
    }
  }

  private static void assertDefined(TableService tables) {
    assertThat(tables.indexes(MANY).block())
        .extracting(IndexStatus::definition)
        .containsExactly(BY_N);
    assertThat(tables.setting(MANY, TableSetting.EXPIRY).block()).isEqualTo(Expiry.at("Until"));
    assertThat(tables.setting(MANY, TableSetting.FEED).block()).isEqualTo(new FeedSettings(true));
    assertThat(tables.setting(KINDS, TableSetting.FEED).block()).isEqualTo(FeedSettings.DEFAULT);
    assertThat(tables.indexes(KINDS).block()).isEmpty();
    assertThat(tables.setting(KINDS, TableSetting.EXPIRY).blockOptional()).isEmpty();
  }

  @Test
  void storedAccessPoliciesAreCopiedThroughEndpoints() throws IOException {
    try (var service = RunningService.start(shared)) {
      ok("export", "--endpoint", service.endpoint(), path("out"));
    }
    try (var service = RunningService.start(folder)) {
      ok("import", path("out"), "--endpoint", service.endpoint());
      ok("import", path("out"), "--endpoint", service.endpoint());
    }

    try (var copy = StoreAccounts.open(folder.resolve("store"))) {
      assertThat(copy.policies(AccountName.DEVELOPMENT).of(KINDS)).isEqualTo(POLICIES);
    }
  }

  @Test
  void damagedPoliciesPreventTheImport() throws IOException {
    ok("export", "--store", store(), path("out"));
    var list = folder.resolve("out/export.ndjson");
    Files.writeString(list, Files.readString(list).replace("</Id>", "</Jd>"));
    var screen = new Transcript();

    assertThat(screen.run(Map.of(), "import", path("out"), "--store", path("copy")))
        .isEqualTo(ExitCode.FAILED);

    assertThat(screen.err()).contains("not what was exported");
  }

  @Test
  void severalAccountsAreNotImportedIntoOneByDefault() throws IOException {
    ok("export", "--store", store(), path("out"));
    var screen = new Transcript();

    assertThat(screen.run(Map.of(), "import", path("out"))).isEqualTo(ExitCode.WRONG_USAGE);

    assertThat(screen.err()).contains("--from-account", "[birds, devstoreaccount1]");
  }

  @Test
  void aChangedFilePreventsTheImport() throws IOException {
    ok("export", "--store", store(), path("out"));
    var file = folder.resolve("out/devstoreaccount1/Many.ndjson");
    Files.writeString(file, Files.readString(file).replace("00000007", "00000008"));
    var screen = new Transcript();

    assertThat(screen.run(Map.of(), "import", path("out"), "--store", path("copy")))
        .isEqualTo(ExitCode.FAILED);

    assertThat(screen.err()).contains("Many.ndjson", "Nothing was stored");
    try (var copy = StoreAccounts.open(folder.resolve("copy"))) {
      assertThat(copy.names()).isEmpty();
    }
  }

  @Test
  void anUnfinishedExportIsRefusedAndAFolderWithFilesIsNotOverwritten() throws IOException {
    ok("export", "--store", store(), path("out"));
    var again = new Transcript();
    assertThat(again.run(Map.of(), "export", "--store", store(), path("out")))
        .isEqualTo(ExitCode.FAILED);
    assertThat(again.err()).contains("not empty");
    Files.delete(folder.resolve("out/export.ndjson"));
    var screen = new Transcript();

    assertThat(screen.run(Map.of(), "import", path("out"), "--store", path("copy")))
        .isEqualTo(ExitCode.WRONG_USAGE);

    assertThat(screen.err()).contains("did not write, or not to its end");
  }

  @BeforeAll
  static void fill() throws IOException {
    try (var accounts = StoreAccounts.open(shared.resolve("store"))) {
      var mine = accounts.tables(AccountName.DEVELOPMENT);
      for (var name : List.of("Many", "Kinds", "Empty")) {
        mine.createTable(new TableName(name)).block();
      }
      mine.write(KINDS, new Write.Insert(everyType())).block();
      for (var partition = 0; partition < 5; partition++) {
        mine.submit(new TableName("Many"), fifty("p" + partition)).block();
      }
      mine.createIndex(MANY, BY_N).block();
      mine.set(MANY, TableSetting.EXPIRY, Expiry.at("Until")).block();
      mine.set(MANY, TableSetting.FEED, new FeedSettings(true)).block();
      accounts.tables(OTHER).createTable(KINDS).block();
      accounts.policies(AccountName.DEVELOPMENT).replace(KINDS, POLICIES);
    }
  }

  private static Batch fifty(String partition) {
    return new Batch(IntStream.range(0, 50)
        .mapToObj(i -> (Write) new Write.Insert(
            Entity.builder(partition, String.format("%08d", i)).set("N", i).build()))
        .toList());
  }

  private static Entity everyType() {
    return Entity.builder("Zürich \u00e9", "it's \uD83E\uDD89")
        .set("Text", "a \"quoted\" line\n")
        .set("Int", -1)
        .set("Long", Long.MAX_VALUE)
        .set("Real", 0.1)
        .set("Whole", 3.0)
        .set("Endless", Double.POSITIVE_INFINITY)
        .set("Yes", true)
        .set("When", EdmDateTime.parse("2026-01-02T03:04:05.1234567Z"))
        .set("Id", UUID.fromString("123e4567-e89b-12d3-a456-426614174000"))
        .set("Bytes", new byte[] {0, 1, (byte) 0xFF})
        .build();
  }

  /**
   * The tables of an account with their entities, without Timestamps, which the importing service
   * assigns.
   */
  private static Map<String, List<Entity>> content(StoreAccounts accounts, AccountName account) {
    var tables = accounts.tables(account);
    return tables
        .tables()
        .collectMap(
            TableName::value,
            table -> tables
                .query(table, Query.ALL)
                .map(entity -> entity.withTimestamp(0))
                .collectList()
                .block())
        .block();
  }

  private static String store() {
    return shared.resolve("store").toString();
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private static Transcript ok(String... args) {
    var screen = new Transcript();
    assertThat(screen.run(Map.of(), args)).as(screen.err()).isZero();
    return screen;
  }
}
