package io.weir.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.entity.Entity;
import io.weir.cli.Transcript;
import io.weir.cli.rows.InputException;
import io.weir.cli.terminal.CommandFailure;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
}
