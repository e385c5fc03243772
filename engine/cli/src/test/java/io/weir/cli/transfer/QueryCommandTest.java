package io.weir.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Entity;
import io.weir.api.write.Write;
import io.weir.cli.Transcript;
import io.weir.cli.terminal.CommandFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

final class QueryCommandTest {

  private static final TableName PEOPLE = new TableName("People");

  @TempDir
  Path folder;

  private final Transcript screen = new Transcript();
  private final ModelTableService service = new ModelTableService();

  @BeforeEach
  void fill() {
    service.createTable(PEOPLE).block();
    for (var i = 0; i < 500; i++) {
      service
          .write(
              PEOPLE,
              new Write.Insert(Entity.builder("p" + i % 5, String.format("%03d", i))
                  .set("Age", i)
                  .set("Wealth", (long) i << 33)
                  .set("Share", i / 7.0)
                  .set("Born", Instant.ofEpochSecond(i))
                  .set("Name", "Ännchen \"" + i + "\"")
                  .build()))
          .block();
    }
  }

  @Test
  void entitiesArePrintedAsAnAlignedTable() throws IOException {
    query("People", "--filter", "Age lt 3", "--select", "RowKey,Age,Name");

    assertThat(screen.out().lines())
        .containsExactly(
            "RowKey  Age  Name",
            "------  ---  -----------",
            "000       0  Ännchen \"0\"",
            "001       1  Ännchen \"1\"",
            "002       2  Ännchen \"2\"");
  }

  @Test
  void topAndDirectionAreApplied() throws IOException {
    query("People", "--top", "2", "--descending", "--select", "RowKey", "--format", "csv");

    assertThat(screen.out()).isEqualTo("RowKey\n499\n494\n");
  }

  @Test
  void theExplanationIsPrintedOnStandardError() throws IOException {
    query("People", "--filter", "PartitionKey eq 'p1'", "--explain", "--format", "csv");

    assertThat(screen.err())
        .contains("filter    PartitionKey eq 'p1'")
        .contains("answered  table scan of 1 range, 500 scanned, 100 returned");
  }

  @Test
  void aggregatesOfAllEntitiesAreOneRow() throws IOException {
    query(
        "People",
        "--count",
        "--min",
        "RowKey",
        "--max",
        "RowKey,PartitionKey",
        "--format",
        "csv",
        "--no-types");

    assertThat(screen.out())
        .isEqualTo("Count,RowKey_min,RowKey_max,PartitionKey_max\n500,000,499,p4\n");
  }

  @Test
  void groupsArePrintedInTheirOrder() throws IOException {
    query("People", "--filter", "RowKey lt '010'", "--count", "--group-by", "PartitionKey");

    assertThat(screen.out().lines())
        .containsExactly(
            "PartitionKey  Count",
            "------------  -----",
            "p0                2",
            "p1                2",
            "p2                2",
            "p3                2",
            "p4                2");
  }

  @Test
  void applyIsTheTextOfTheProtocol() throws IOException {
    query(
        "People",
        "--apply",
        "groupby((PartitionKey),aggregate($count as Number))",
        "--filter",
        "PartitionKey eq 'p1'",
        "--format",
        "ndjson",
        "--explain");

    assertThat(screen.out()).contains("\"PartitionKey\":\"p1\"").contains("\"Number\":\"100\"");
    assertThat(screen.err()).contains("500 scanned, 100 returned");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--count --top 3            | --select, --top, --order-by and --descending are for entities",
        "--sum A --select B         | --select, --top, --order-by and --descending are for entities",
        "--group-by A,B,C           | groupBy=3 limit=2",
        "--sum A --sum A            | aggregate=A_sum reason=nameIsTaken",
        "--apply aggregate(A)       | applyOffset=11 expected=with",
        "--apply groupby((A)) --sum B | --apply says all that is computed",
      })
  void optionsThatDoNotGoTogetherAreRefused(String options, String text) {
    var args = ("People " + options.strip()).split(" ");

    assertThatThrownBy(() -> query(args))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"csv", "tsv", "json", "ndjson"})
  void printedEntitiesCanBeImportedUnchanged(String format) throws IOException {
    query("People", "--format", format);
    var file = Files.writeString(folder.resolve("people." + format), screen.out());

    var copy = new ImportCommand(screen.terminal());
    new CommandLine(copy).parseArgs("--table", "Copy", file.toString());
    copy.run(service);

    assertThat(service
            .query(new TableName("Copy"), Query.ALL)
            .map(Entity::toMap)
            .collectList()
            .block())
        .isEqualTo(
            service.query(PEOPLE, Query.ALL).map(Entity::toMap).collectList().block());
  }

  private void query(String... args) throws IOException {
    var command = new QueryCommand(screen.terminal());
    new CommandLine(command).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(args);
    command.run(service);
  }
}
