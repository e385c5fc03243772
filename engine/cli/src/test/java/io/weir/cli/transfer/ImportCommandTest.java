package io.weir.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.edm.EdmBinary;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmDouble;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmString;
import io.weir.api.entity.Entity;
import io.weir.cli.Transcript;
import io.weir.cli.rows.InputException;
import io.weir.cli.terminal.CommandFailure;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class ImportCommandTest {

  private static final TableName PEOPLE = new TableName("People");

  @TempDir
  Path folder;

  private final Transcript screen = new Transcript();
  private final ModelTableService service = new ModelTableService();

  @Test
  void aCsvFileIsImportedAsATable() throws IOException {
    var file = file("people.csv", "City,Full Name,Age\nParis,Ann B,31\nOslo,Bo,\n");

    importing(file, "--table", "People", "--partition-key", "City", "--row-key", "Full Name");

    assertThat(people()).extracting(Entity::partitionKey).containsExactly("Oslo", "Paris");
    assertThat(people().get(1).getInt32("Age")).contains(31);
    assertThat(screen.out()).isEqualTo("2 rows of " + file + " are in the table People.\n");
    assertThat(screen.err())
        .contains("'Full Name' as FullName, String")
        .contains("'Age' as Age, Int32");
  }

  @Test
  void importingAgainChangesNothing() throws IOException {
    var file = file("people.csv", "City,Name\n" + "Paris,Ann\n".repeat(250));

    for (var i = 0; i < 2; i++) {
      importing(file, "--table", "People", "--partition-key", "City", "--row-key", "City,Name");
    }

    assertThat(people()).hasSize(250);
    assertThat(people().get(0).rowKey()).isEqualTo("Paris-Ann-001");
  }

  @Test
  void jsonLinesKeepTheirKeysAndTypes() throws IOException {
    var file = file("people.ndjson", """
        {"PartitionKey":"Paris","RowKey":"Ann","Age":31,"Born@odata.type":"Edm.DateTime","Born":"1990-01-08T00:00:00Z"}

        {"PartitionKey":"Oslo","RowKey":"Bo","odata.etag":"W/\\"x\\"","Timestamp":"2020-01-01T00:00:00Z"}
        """);

    importing(file, "--table", "People");

    assertThat(people()).extracting(Entity::rowKey).containsExactly("Bo", "Ann");
    assertThat(people().get(1).getDateTime("Born"))
        .contains(EdmDateTime.parse("1990-01-08T00:00:00Z"));
  }

  @Test
  void jsonLinesMayGetTheirKeysFromProperties() throws IOException {
    var file =
        file("people.jsonl", "{\"City\":\"Paris\",\"Age\":31}\n{\"City\":\"Paris\",\"Age\":31}\n");

    importing(file, "--table", "People", "--partition-key", "City", "--row-key", "Age");

    assertThat(people()).extracting(Entity::rowKey).containsExactly("31-1", "31-2");
  }

  @Test
  void theLastOfSeveralLinesWithOneKeyIsKept() throws IOException {
    var lines = new StringBuilder();
    for (var i = 0; i < 1000; i++) {
      lines.append("{\"PartitionKey\":\"p\",\"RowKey\":\"r" + i % 3 + "\",\"N\":" + i + "}\n");
    }

    importing(file("people.ndjson", lines.toString()), "--table", "People");

    assertThat(people())
        .extracting(entity -> entity.getInt32("N").get())
        .containsExactly(999, 997, 998);
  }

  @Test
  void aCompressedFileIsDecompressed() throws IOException {
    var file = folder.resolve("people.tsv.gz");
    try (var text = new OutputStreamWriter(
        new GZIPOutputStream(Files.newOutputStream(file)), StandardCharsets.UTF_8)) {
      text.write("City\tName\nParis\tAnn\n");
    }

    importing(file, "--table", "People", "--partition-key", "City", "--row-key", "Name");

    assertThat(people()).hasSize(1);
  }

  @Test
  void theFailureForAMissingColumnListsTheExistingOnes() throws IOException {
    var file = file("people.csv", "City,Name\nParis,Ann\n");

    assertThatThrownBy(() -> importing(file, "--table", "People", "--partition-key", "Town"))
        .isInstanceOf(CommandFailure.class)
        .hasMessage("There is no column 'Town' for --partition-key; there are [City, Name].");
  }

  @Test
  void aMalformedLinePreventsTheImport() throws IOException {
    var file =
        file("people.ndjson", "{\"PartitionKey\":\"p\",\"RowKey\":\"r\"}\n{\"PartitionKey\":1}\n");

    assertThatThrownBy(() -> importing(file, "--table", "People"))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("Line 2: ");
    assertThat(service.table(PEOPLE).block()).isNull();
  }

  @Test
  void aQuoteThatIsNeverClosedIsRefusedWithItsLine() throws IOException {
    var file = file(
        "open.csv",
        "PartitionKey,RowKey,Text\np,0,\"two\nlines\"\np,1,\"unclosed\n" + "p,2,x\n".repeat(498));

    assertThatThrownBy(() -> importing(file, "--table", "People"))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("Line 4: ");
    assertThat(service.table(PEOPLE).block()).isNull();
  }

  @Test
  void anUnclosedQuoteAfterACellOfSeveralLinesIsReportedWithItsOwnLine() throws IOException {
    var file = file("open.csv", "PartitionKey,RowKey,A,B\np,1,\"a\r\n\r\"\"\nb\",\"unclosed\n");

    assertThatThrownBy(() -> importing(file, "--table", "People"))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("Line 5: ");
  }

  @Test
  void aQuoteThatTheNextLineSeemsToCloseIsRefusedWithItsLine() throws IOException {
    var file = file("open.csv", "PartitionKey,RowKey,A\np,1,\"unclosed\np,2,\"b\"\n");

    assertThatThrownBy(() -> importing(file, "--table", "People"))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("Line 2: ");
    assertThat(service.table(PEOPLE).block()).isNull();
  }

  @Test
  void aDamagedSecondMemberPreventsTheImport() throws IOException {
    var first = zipped("City,Name\nParis,Ann\n");
    var second = zipped("Oslo,Bo\n");
    second[0] ^= 1;

    for (var zeros : List.of(0, 4)) {
      var file = Files.write(
          folder.resolve("people.csv.gz"),
          joined(first, zeros == 0 ? second : joined(new byte[zeros], zipped("Oslo,Bo\n"))));
      assertThatThrownBy(() ->
              importing(file, "--table", "People", "--partition-key", "City", "--row-key", "Name"))
          .isInstanceOf(InputException.class)
          .hasMessageEndingWith("offset=" + (first.length + zeros));
      assertThat(service.table(PEOPLE).block()).isNull();
    }
  }

  @Test
  void aDamagedSecondMemberOfJsonLinesPreventsTheImport() throws IOException {
    var first = zipped("{\"PartitionKey\":\"p\",\"RowKey\":\"1\"}\n");
    var second = zipped("{\"PartitionKey\":\"p\",\"RowKey\":\"2\"}\n");
    second[0] ^= 1;
    var file = Files.write(folder.resolve("people.ndjson.gz"), joined(first, second));

    assertThatThrownBy(() -> importing(file, "--table", "People"))
        .hasMessageEndingWith("offset=" + first.length);
    assertThat(service.table(PEOPLE).block()).isNull();
  }

  @Test
  void zerosAfterTheLastMemberAreIgnored() throws IOException {
    var whole = joined(zipped("City,Name\nParis,Ann\n"), zipped("Oslo,Bo\n"));
    var file = Files.write(folder.resolve("people.csv.gz"), joined(whole, new byte[512]));

    importing(file, "--table", "People", "--partition-key", "City", "--row-key", "Name");

    assertThat(people()).hasSize(2);
  }

  @Test
  void cellsOfStorageExplorerHaveTheTypesThatTheyState() throws IOException {
    var file = file("t.csv", """
        PartitionKey,RowKey,Timestamp,n,n@type,s,s@type,b,b@type,t,t@type
        p,1,2026-01-02T03:04:05.678Z,5,Int64,007,String,YQ==,Binary,2026-01-02T00:00:00.1234567Z,DateTime
        p,2,2026-01-02T03:04:05.678Z,5,Edm.Int32,,Edm.String,,,,
        p,3,2026-01-02T03:04:05.678Z,123456789012345680000,Edm.Double,true,,,Binary,,DateTime
        """);

    importing(file, "--table", "People");

    assertThat(people().get(0).toMap())
        .containsExactly(
            Map.entry("n", new EdmInt64(5)),
            Map.entry("s", new EdmString("007")),
            Map.entry("b", new EdmBinary(new byte[] {'a'})),
            Map.entry("t", EdmDateTime.parse("2026-01-02T00:00:00.1234567Z")));
    assertThat(people().get(1).toMap())
        .containsExactly(Map.entry("n", new EdmInt32(5)), Map.entry("s", new EdmString("")));
    assertThat(people().get(2).toMap())
        .containsExactly(
            Map.entry("n", new EdmDouble(1.2345678901234568E20)),
            Map.entry("s", new EdmString("true")),
            Map.entry("b", new EdmBinary(new byte[0])));
  }

  @Test
  void aStatedTypeThatIsUnknownOrDoesNotFitPreventsTheImport() throws IOException {
    var unknown = file("a.csv", "PartitionKey,RowKey,n,n@type\np,1,5,Int32\np,2,5,Int16\n");
    var misfit = file("b.csv", "PartitionKey,RowKey,n,n@type\np,1,5,Int32\np,2,x,Int32\n");

    assertThatThrownBy(() -> importing(unknown, "--table", "People"))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("Line 3: ")
        .hasMessageContaining("'Int16'");
    assertThatThrownBy(() -> importing(misfit, "--table", "People"))
        .isInstanceOf(InputException.class)
        .hasMessage("Line 3: column 'n' is of type Int32, but holds 'x'.");
    assertThat(service.table(PEOPLE).block()).isNull();
  }

  @Test
  void replacedRowsAreCounted() throws IOException {
    var file = file("people.csv", "PartitionKey,RowKey,N\np,1,1\np,2,1\np,1,2\n");

    importing(file, "--table", "People");

    assertThat(people()).hasSize(2);
    assertThat(screen.out())
        .isEqualTo("2 of 3 rows of " + file
            + " are in the table People. Replaced by later rows with the same keys: 1.\n");
  }

  @Test
  void aRepeatedHeaderGetsANumberUnlessTheCommandNamesIt() throws IOException {
    var file = file("people.csv", "City,Name,A,A,,\nParis,Ann,1,2,3,4\n");

    importing(file, "--table", "People", "--partition-key", "City", "--row-key", "Name");

    assertThat(people().get(0).toMap())
        .containsOnlyKeys("City", "Name", "A", "A2", "Column5", "Column6");
    assertThatThrownBy(
            () -> importing(file, "--table", "People", "--partition-key", "A", "--row-key", "Name"))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("Two columns are named 'A'");
    assertThatThrownBy(() -> importing(
            file,
            "--table",
            "People",
            "--partition-key",
            "City",
            "--row-key",
            "Name",
            "--type",
            "A=String"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("Two columns are named 'A'");
  }

  @Test
  void aByteOrderMarkIsNoPartOfTheText() throws IOException {
    var quoted =
        file("export.csv", "\uFEFF\"PartitionKey\",\"RowKey\",\"N\"\r\n\"p\",\"1\",\"7\"\r\n");
    var lines = file("export.ndjson", "\uFEFF{\"PartitionKey\":\"p\",\"RowKey\":\"2\",\"N\":8}\n");

    importing(quoted, "--table", "People");
    importing(lines, "--table", "People");

    assertThat(people())
        .extracting(entity -> entity.rowKey() + entity.getInt32("N").orElseThrow())
        .containsExactly("17", "28");
  }

  @Test
  void aDryRunPrintsTheTypesAndAsksNoService() throws IOException {
    var file = file("people.csv", "City,Name,Age\nParis,Ann,31\nParis,Ann,7.5\n");

    dry(file, "--partition-key", "City", "--row-key", "Name");

    assertThat(screen.out()).isEqualTo("""
          'City' as City, String
          'Name' as Name, String
          'Age' as Age, Double
          RowKey ends in the number of the row, since keys repeat
        2 rows of %s can be stored. Rows with the keys of an earlier row: 1. Nothing was stored.
        """.formatted(file));
  }

  @Test
  void aDryRunOfJsonPrintsTheTypesThatOccur() throws IOException {
    var file = file("people.ndjson", """
        {"PartitionKey":"p","RowKey":"1","Age":31,"Name":"Ann"}
        {"PartitionKey":"p","RowKey":"2","Age":"unknown"}
        """);

    dry(file);

    assertThat(screen.out())
        .contains("  'Age' String or Int32\n", "  'Name' String\n")
        .endsWith(" Rows with the keys of an earlier row: 0. Nothing was stored.\n");
  }

  @Test
  void aDryRunFailsAsTheImportWould() throws IOException {
    var file = file("people.csv", "PartitionKey,RowKey\np,\"1\n");

    assertThatThrownBy(() -> dry(file))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("Line 2: ");
  }

  @Test
  void rowsThatAreReadOnceAreCountedAndTheLastOneIsKept() throws IOException {
    var lines = new StringBuilder("PartitionKey,RowKey,N\n");
    for (var i = 0; i < 12_000; i++) {
      lines.append("p" + i % 5 + ",r" + i % 1000 + "," + i + "\n");
    }

    importing(file("people.csv", lines.toString()), "--table", "People", "--single-pass");

    assertThat(people()).hasSize(1000).allMatch(entity -> entity.getInt32("N").get() >= 11_000);
    assertThat(screen.out())
        .contains("1,000 of 12,000 rows of ")
        .endsWith("Replaced by later rows with the same keys: 11,000.\n");
  }

  @Test
  void theFirstRowsDetermineTheTypesOfRowsThatAreReadOnce() throws IOException {
    var rows = new StringBuilder("PartitionKey,RowKey,N\n");
    for (var i = 0; i < 10_000; i++) {
      rows.append("p,").append(i).append(",5\n");
    }
    var file = file("people.csv", rows + "p,last,x\n");

    assertThatThrownBy(() -> importing(file, "--table", "People", "--single-pass"))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("Line 10002: column 'N' is of type Int32, but holds 'x'.")
        .hasMessageContaining("--type");
    importing(file, "--table", "People", "--single-pass", "--type", "N=String");

    assertThat(people()).hasSize(10_001);
  }

  @Test
  void rowsThatAreReadOnceNeedAKey() throws IOException {
    var file = file("people.csv", "City,Name\nParis,Ann\n");

    assertThatThrownBy(
            () -> importing(file, "--table", "People", "--partition-key", "City", "--single-pass"))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("--row-key");
  }

  @Test
  void aQuoteThatOpensALongTextIsRefusedWithItsLine() throws IOException {
    var file =
        file("open.csv", "PartitionKey,RowKey,A\np,1,\"open\n" + "p,2,x\n".repeat(3_000_000));

    assertThatThrownBy(() -> importing(file, "--table", "People"))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("Line 2: ");
  }

  private void dry(Path file, String... options) throws IOException {
    var command = new ImportCommand(screen.terminal());
    var args = new ArrayList<>(List.of(options));
    args.addAll(List.of("--dry-run", file.toString()));
    new CommandLine(command).parseArgs(args.toArray(String[]::new));
    command.call();
  }

  private void importing(Path file, String... options) throws IOException {
    var command = new ImportCommand(screen.terminal());
    var args = new ArrayList<>(List.of(options));
    args.add(file.toString());
    new CommandLine(command).parseArgs(args.toArray(String[]::new));
    command.run(service);
  }

  private List<Entity> people() {
    return service.query(PEOPLE, Query.ALL).collectList().block();
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private static byte[] zipped(String text) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(bytes)) {
      gzip.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  private static byte[] joined(byte[] first, byte[] second) {
    var bytes = new ByteArrayOutputStream();
    bytes.writeBytes(first);
    bytes.writeBytes(second);
    return bytes.toByteArray();
  }
}
