package io.weir.cli.transfer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Entity;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.cli.Transcript;
import io.weir.cli.format.AnyEntities;
import io.weir.cli.format.TextFormat;
import io.weir.cli.terminal.Terminal;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import picocli.CommandLine;

/** A table that is exported and imported again is the same, in each format and by each way. */
final class ExportRoundTripProperties {

  private static final TableName TABLE = new TableName("Original");
  private static final TableName COPY = new TableName("Copy");

  /** How the text goes from the export to the import. */
  enum Way {
    PIPE("-"),
    PIPE_READ_ONCE("-", "--single-pass"),
    FILE(""),
    PACKED_FILE(".gz");

    private final String place;

    @SuppressWarnings("ImmutableEnumChecker") // nothing changes the array
    private final String[] options;

    Way(String place, String... options) {
      this.place = place;
      this.options = options;
    }

    boolean isPipe() {
      return place.equals("-");
    }
  }

  @Property(tries = 400)
  void theCopyIsTheOriginal(
      @ForAll("entities") List<Entity> entities, @ForAll TextFormat format, @ForAll Way way)
      throws IOException {
    var service = new ModelTableService();
    service.createTable(TABLE).block();
    for (var entity : entities) {
      service
          .submit(TABLE, Batch.of(new Write.Upsert(entity, WriteMode.REPLACE)))
          .block();
    }

    copy(service, format.name().toLowerCase(Locale.ROOT), way);

    assertThat(content(service, COPY)).isEqualTo(content(service, TABLE));
  }

  @Provide
  Arbitrary<List<Entity>> entities() {
    return AnyEntities.lists();
  }

  private static void copy(TableService service, String format, Way way) throws IOException {
    var folder = Files.createTempDirectory("weir-copy");
    var place =
        way.isPipe() ? "-" : folder.resolve("table." + format + way.place).toString();
    try {
      var exported = new Transcript();
      var export = new ExportCommand(exported.terminal());
      parsed(export, place, "--table", TABLE.toString(), "--format", format);
      export.export(service, TABLE);
      var terminal = new Terminal(
          new ByteArrayInputStream(exported.out().getBytes(UTF_8)),
          exported.terminal().out(),
          exported.terminal().err(),
          false,
          true);
      var copy = new ImportCommand(terminal);
      var args = new ArrayList<>(List.of(place, "--table", COPY.toString(), "--format", format));
      args.addAll(List.of(way.options));
      parsed(copy, args.toArray(String[]::new));
      copy.run(service);
    } finally {
      Files.deleteIfExists(Path.of(folder + "/table." + format + way.place));
      Files.delete(folder);
    }
  }

  private static void parsed(Object command, String... args) {
    new CommandLine(command).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(args);
  }

  private static List<Map.Entry<?, ?>> content(TableService service, TableName table) {
    return service
        .query(table, Query.ALL)
        .<Map.Entry<?, ?>>map(entity -> Map.entry(entity.key(), entity.toMap()))
        .collectList()
        .block();
  }
}
