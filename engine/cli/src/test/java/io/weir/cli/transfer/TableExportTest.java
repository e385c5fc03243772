package io.weir.cli.transfer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Entity;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.cli.Transcript;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.Terminal;
import io.weir.testkit.CoreTables;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import reactor.core.publisher.Flux;

/** The export of one table, to a file and to a pipe. */
final class TableExportTest {

  private static final TableName BIRDS = new TableName("Birds");

  @TempDir
  Path folder;

  private final Transcript screen = new Transcript();
  private final ModelTableService service = new ModelTableService();

  @BeforeEach
  void fill() {
    service.createTable(BIRDS).block();
    put(Entity.builder("Owls", "2").set("Seen", 3L).build());
    put(Entity.builder("Owls", "1").set("Name", "Athena").build());
  }

  @Test
  void aPipeGetsLinesOfJsonInTheOrderOfKeysAndNothingElse() throws IOException {
    export(screen.terminal(), service, "-");

    assertThat(screen.out().lines())
        .hasSize(2)
        .first()
        .asString()
        .contains("\"RowKey\":\"1\"", "\"Name\":\"Athena\"");
    assertThat(screen.err()).contains("Exporting Birds: 2 entities");
  }

  @Test
  void separatedValuesHaveAColumnForEachProperty() throws IOException {
    export(screen.terminal(), service, "-", "--format", "csv");

    assertThat(screen.out()).isEqualTo("""
        PartitionKey,RowKey,Name,Name@type,Seen,Seen@type
        Owls,1,Athena,String,,
        Owls,2,,,3,Int64
        """);
  }

  @Test
  void anArrayIsOneJsonText() throws IOException {
    export(screen.terminal(), service, "-", "--format", "json");

    assertThat(screen.out()).startsWith("[{").contains("}\n,{").endsWith("}\n]\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"csv", "tsv", "json", "ndjson"})
  void anEmptyTableIsATextOfItsFormat(String format) throws IOException {
    service.createTable(new TableName("Empty")).block();
    var command = parsed(screen.terminal(), "-", "--table", "Empty", "--format", format);

    command.export(service, new TableName("Empty"));

    assertThat(screen.out())
        .isEqualTo(
            switch (format) {
              case "csv" -> "PartitionKey,RowKey\n";
              case "tsv" -> "PartitionKey\tRowKey\n";
              case "json" -> "[]\n";
              default -> "";
            });
  }

  @Test
  void aFileHasItsNameWhenItIsComplete() throws IOException {
    var file = folder.resolve("birds.csv.gz");
    Files.writeString(file, "old");

    export(screen.terminal(), service, file.toString());

    try (var text = new GZIPInputStream(Files.newInputStream(file))) {
      assertThat(new String(text.readAllBytes(), UTF_8)).startsWith("PartitionKey,RowKey,Name");
    }
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
    assertThat(screen.out()).isEqualTo("The table Birds is in " + file + ".\n");
  }

  @Test
  void aPropertyThatArrivesBetweenTheReadingsFailsTheExport() {
    var changing = new CoreTables(service) {
      @Override
      public Flux<Entity> query(TableName table, Query query) {
        return super.query(table, query)
            .doOnComplete(() -> put(Entity.builder("Owls", "3").set("Late", 1).build()));
      }
    };
    var file = folder.resolve("birds.csv");

    assertThatThrownBy(() -> export(screen.terminal(), changing, file.toString()))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("[Late]");
    assertThat(file).doesNotExist();
  }

  @Test
  void aPipeThatNobodyReadsEndsTheExportQuietly() throws IOException {
    var read = fillMany();

    export(terminal(true), read.tables, "-");

    assertThat(read.entities.get()).isLessThan(10_000);
  }

  @Test
  void aFileThatTakesNoMoreFailsTheExport() {
    var read = fillMany();

    assertThatThrownBy(() -> export(terminal(false), read.tables, "-"))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("its disk is full");
  }

  @Test
  void theEndOfAFileThatTakesNoMoreIsNoticed() {
    assertThatThrownBy(() -> export(terminal(false), service, "-"))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("its disk is full");
  }

  private record Read(TableService tables, AtomicInteger entities) {}

  private Read fillMany() {
    for (var i = 0; i < 20_000; i++) {
      put(Entity.builder("Gulls", String.format("%05d", i))
          .set("Text", "x".repeat(50))
          .build());
    }
    var entities = new AtomicInteger();
    var counting = new CoreTables(service) {
      @Override
      public Flux<Entity> query(TableName table, Query query) {
        return super.query(table, query).doOnNext(entity -> entities.incrementAndGet());
      }
    };
    return new Read(counting, entities);
  }

  /** Returns a terminal whose output takes nothing. */
  private static Terminal terminal(boolean isPipe) {
    var closed = new OutputStream() {
      @Override
      public void write(int unit) throws IOException {
        throw new IOException("Broken pipe");
      }
    };
    return new Terminal(
        InputStream.nullInputStream(),
        new PrintStream(closed, false, UTF_8),
        new PrintStream(new ByteArrayOutputStream(), true, UTF_8),
        false,
        isPipe);
  }

  private static void export(
      Terminal terminal, TableService tables, String place, String... options) throws IOException {
    var args = new String[options.length + 3];
    args[0] = place;
    args[1] = "--table";
    args[2] = BIRDS.toString();
    System.arraycopy(options, 0, args, 3, options.length);
    parsed(terminal, args).export(tables, BIRDS);
  }

  private static ExportCommand parsed(Terminal terminal, String... args) {
    var command = new ExportCommand(terminal);
    new CommandLine(command).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(args);
    return command;
  }

  private void put(Entity entity) {
    service.write(BIRDS, new Write.Upsert(entity, WriteMode.REPLACE)).block();
  }
}
