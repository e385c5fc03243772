package io.weir.cli.transfer;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.edm.EdmValue;
import io.weir.api.entity.Entity;
import io.weir.api.error.TableServiceException;
import io.weir.cli.Transcript;
import io.weir.cli.format.TextFormat;
import io.weir.cli.rows.InputException;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.Terminal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/**
 * What comes of files of the kinds that people have: the entities that are stored, or the message.
 * Standard input gives the same as the file, also when it is read once.
 */
final class InputKindsTest {

  private static final TableName TABLE = new TableName("Kinds");
  private static final Charset WINDOWS = Charset.forName("windows-1252");
  private static final Pattern RECORD =
      Pattern.compile("Edm\\w+\\[(?:value=)?(.*)]", Pattern.DOTALL);

  private static final String REFUSED = "refused: ";
  private static final String PLAIN = "PartitionKey,RowKey,N\np,1,5\n";
  private static final String PLAIN_JSON = "{\"PartitionKey\":\"p\",\"RowKey\":\"1\",\"N\":5}";
  private static final String STORED = "p/1 N=Int32:5";
  private static final String CITY = "PartitionKey,RowKey,City\np,1,Curaçao\n";
  private static final String CITY_STORED = "p/1 City=String:Curaçao";

  @TempDir
  Path folder;

  /** @param outcome the entities that are stored; a part of the message if it is refused */
  @SuppressWarnings("ArrayRecordComponent") // nothing compares kinds
  private record Kind(
      String what, String file, byte[] bytes, String options, String outcome, boolean isRefused) {

    void requireOutcome(String door, String found) {
      if (isRefused) {
        assertThat(found).as(door).startsWith(REFUSED).contains(outcome);
      } else {
        assertThat(found).as(door).isEqualTo(outcome);
      }
    }

    @Override
    public String toString() {
      return what;
    }
  }

  static Stream<Kind> kinds() throws IOException {
    return Stream.of(
        // the text of separated values
        kind("lines that end in LF", "a.csv", PLAIN, STORED),
        kind("lines that end in CR LF", "a.csv", PLAIN.replace("\n", "\r\n"), STORED),
        kind("a last line without end", "a.csv", PLAIN.strip(), STORED),
        kind("blank lines", "a.csv", PLAIN.replace("\n", "\n\n"), STORED),
        kind(
            "a cell of two lines",
            "a.csv",
            "PartitionKey,RowKey,T\np,1,\"a\nb\"\n",
            "p/1 T=String:a\nb"),
        kind(
            "quotes in a cell",
            "a.csv",
            "PartitionKey,RowKey,T\np,1,\"a \"\"b\"\"\"\n",
            "p/1 T=String:a \"b\""),
        kind("leading zeros", "a.csv", "PartitionKey,RowKey,N\np,1,007\n", "p/1 N=String:007"),
        kind(
            "whole and decimal numbers",
            "a.csv",
            PLAIN + "p,2,5.5\n",
            "p/1 N=Double:5.0; p/2 N=Double:5.5"),
        kind("an empty cell", "a.csv", "PartitionKey,RowKey,N,M\np,1,,5\n", "p/1 M=Int32:5"),
        kind("keys that repeat", "a.csv", PLAIN + "p,1,6\n", "p/1 N=Int32:6"),
        kind("a header alone", "a.csv", "PartitionKey,RowKey,N\n", ""),
        refused("nothing", "a.csv", "", "The file is empty"),
        refused(
            "a short row", "a.csv", PLAIN + "p,2\n", "Line 3: the row has 2 cells, the header 3."),
        refused(
            "an open quote",
            "a.csv",
            "PartitionKey,RowKey,T\np,1,x\np,2,\"y\np,3,z\n",
            "Line 3: the cell that begins here"),
        refused(
            "an open quote, and more quotes after it",
            "a.csv",
            "PartitionKey,RowKey,T\np,1,\"x\np,2,\"y\"\n",
            "Line 2: the cell that begins here"),
        refused(
            "an open quote in the header",
            "a.csv",
            "PartitionKey,\"RowKey,T\np,1,x\n",
            "Line 1: the cell that begins here"),
        refused("no columns of keys", "a.csv", "A,B\n1,2\n", "There is no column 'PartitionKey'"),
        // delimiters and lines before the header
        kind(
            "semicolons and decimal commas",
            "a.csv",
            "PartitionKey;RowKey;N\np;1;1,5\np;2;2,5\n",
            "p/1 N=String:1,5; p/2 N=String:2,5"),
        refused(
            "semicolons and an open quote",
            "a.csv",
            "PartitionKey;RowKey;T\np;1;\"x\n",
            "Line 2: the cell that begins here"),
        kind(
            "semicolons that a line before the header states",
            "a.csv",
            "sep=;\r\nPartitionKey;RowKey;N\r\np;1;5\r\n",
            STORED),
        kind("tabs in a file of commas", "a.csv", PLAIN.replace(',', '\t'), STORED),
        kind("vertical bars", "a.csv", PLAIN.replace(',', '|'), STORED),
        kind(
            "semicolons within cells",
            "a.csv",
            "PartitionKey,RowKey,T\np,1,a;b;c\n",
            "p/1 T=String:a;b;c"),
        kind(
            "a delimiter that is stated",
            "a.csv",
            PLAIN.replace(',', '~'),
            "--delimiter ~",
            STORED),
        kind("the type line of PowerShell", "a.csv", "#TYPE Selected.Row\n" + PLAIN, STORED),
        kind(
            "tabs with quotes",
            "a.tsv",
            "PartitionKey\tRowKey\tT\np\t1\t\"a\tb\"\n",
            "p/1 T=String:a\tb"),
        kind(
            "types of Storage Explorer",
            "a.csv",
            "PartitionKey,RowKey,Timestamp,N,N@type,B,B@type\np,1,2026-01-02T00:00:00Z,5,Int64,AQ==,Edm.Binary\n",
            "p/1 B=Binary:01 N=Int64:5"),
        // encodings
        kind(
            "a byte order mark before a quoted header",
            "a.csv",
            "\uFEFF\"PartitionKey\",\"RowKey\",\"N\"\n\"p\",\"1\",\"5\"\n",
            STORED),
        kind(
            "UTF-16 of Excel",
            "a.csv",
            ("\uFEFF" + CITY.replace(',', '\t')).getBytes(UTF_16LE),
            CITY_STORED),
        kind("UTF-16, big end first", "a.csv", ("\uFEFF" + CITY).getBytes(UTF_16BE), CITY_STORED),
        kind("UTF-16 without a mark", "a.csv", CITY.getBytes(UTF_16LE), CITY_STORED),
        kind("UTF-16 without a mark, big end first", "a.csv", CITY.getBytes(UTF_16BE), CITY_STORED),
        kind(
            "UTF-32",
            "a.csv",
            ("\uFEFF" + CITY).getBytes(Charset.forName("UTF-32LE")),
            CITY_STORED),
        refused(
            "half a character of UTF-16",
            "a.csv",
            Arrays.copyOf(("\uFEFF" + CITY).getBytes(UTF_16LE), 75),
            "--encoding"),
        kind(
            "windows-1252, stated",
            "a.csv",
            CITY.getBytes(WINDOWS),
            "--encoding windows-1252",
            CITY_STORED),
        refused("windows-1252, not stated", "a.csv", CITY.getBytes(WINDOWS), "--encoding"),
        kind(
            "UTF-16 of lines of JSON",
            "a.ndjson",
            ("\uFEFF" + PLAIN_JSON).getBytes(UTF_16LE),
            STORED),
        // compression
        kind("gzip", "a.csv.gz", gzip(PLAIN), STORED),
        kind("gzip that the name does not tell", "a.csv", gzip(PLAIN), STORED),
        kind("a name of gzip without gzip", "a.csv.gz", PLAIN, STORED),
        refused(
            "gzip that is cut",
            "a.csv.gz",
            Arrays.copyOf(gzip(PLAIN), 30),
            "the file ends within a member"),
        kind("zip of one file", "a.csv.zip", zip("b/", "", "b/a.csv", PLAIN), STORED),
        kind("zip of macOS", "a.csv.zip", zip("a.csv", PLAIN, "__MACOSX/._a.csv", "x"), STORED),
        refused(
            "zip of two files",
            "a.csv.zip",
            zip("a.csv", PLAIN, "b.csv", PLAIN),
            "several files, 'a.csv' and 'b.csv'"),
        refused("zip of no file", "a.csv.zip", zip(), "The archive holds no file"),
        refused(
            "Zstandard",
            "a.csv",
            new byte[] {0x28, (byte) 0xB5, 0x2F, (byte) 0xFD, 0, 0, 0},
            "zstd -dc"),
        refused("xz", "a.csv", new byte[] {(byte) 0xFD, '7', 'z', 'X', 'Z', 0, 0}, "xz -dc"),
        refused("bzip2", "a.csv", "BZh91AY&SY", "bzip2 -dc"),
        // JSON
        kind("lines of JSON", "a.ndjson", PLAIN_JSON + "\n\n" + PLAIN_JSON + "\r\n", STORED),
        kind("an array", "a.json", "[" + PLAIN_JSON + ",\n" + PLAIN_JSON + "]\n", STORED),
        kind("no entity in an array", "a.json", "[]", ""),
        kind(
            "objects over several lines",
            "a.json",
            PLAIN_JSON.replace(",", ",\n  ") + "\n" + PLAIN_JSON,
            STORED),
        kind(
            "a page of the protocol",
            "a.json",
            "{\"odata.metadata\":\"m\",\"value\":[" + PLAIN_JSON
                + "],\"odata.nextLink\":{\"a\":[1]}}",
            STORED),
        kind(
            "annotated types and numbers",
            "a.json",
            "[{\"PartitionKey\":\"p\",\"RowKey\":\"1\",\"D\":5e0,\"L@odata.type\":\"Edm.Int64\",\"L\":\"5\",\"X\":null}]",
            "p/1 D=Double:5.0 L=Int64:5"),
        refused(
            "an array that is cut",
            "a.json",
            "[" + PLAIN_JSON + ",\n" + PLAIN_JSON,
            "Line 2: not JSON of entities"),
        refused(
            "an object that is cut",
            "a.json",
            "[" + PLAIN_JSON + ",\n{\"PartitionKey\":\"p\"",
            "Line 2: not JSON of entities"),
        refused("an array of numbers", "a.json", "[\n1]", "Line 2: not JSON of entities"),
        refused(
            "an object within an entity",
            "a.ndjson",
            PLAIN_JSON + "\n{\"PartitionKey\":\"p\",\"RowKey\":\"2\",\"O\":{}}\n",
            "Line 2: not an entity"),
        refused(
            "a line of JSON without keys",
            "a.ndjson",
            PLAIN_JSON + "\n{\"N\":5}\n",
            "Line 2: not an entity"));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void theKindIsReadOrRefused(Kind kind) throws IOException {
    var format = TextFormat.ofName(kind.file).orElseThrow().name().toLowerCase(Locale.ROOT);
    var file = Files.write(folder.resolve(kind.file), kind.bytes);

    kind.requireOutcome("file", outcome(kind, file.toString()));
    kind.requireOutcome("standard input", outcome(kind, "-", "--format", format));
    kind.requireOutcome("read once", outcome(kind, "-", "--format", format, "--single-pass"));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void theFormatOfStandardInputIsFoundOut(Kind kind) throws IOException {
    kind.requireOutcome("standard input", outcome(kind, "-"));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aRefusedFileStoresNothing(Kind kind) throws IOException {
    var service = new ModelTableService();
    if (imported(service, kind, "-").isPresent()) {
      assertThat(service.table(TABLE).block()).isNull();
    }
  }

  /** Returns the stored entities, or the message. */
  private static String outcome(Kind kind, String... arguments) throws IOException {
    var service = new ModelTableService();
    var failure = imported(service, kind, arguments);
    return failure
        .map(REFUSED::concat)
        .orElseGet(() -> service
            .query(TABLE, Query.ALL)
            .map(InputKindsTest::shown)
            .collect(Collectors.joining("; "))
            .block());
  }

  private static Optional<String> imported(
      ModelTableService service, Kind kind, String... arguments) throws IOException {
    var screen = new Transcript();
    var command = new ImportCommand(new Terminal(
        new ByteArrayInputStream(kind.bytes),
        screen.terminal().out(),
        screen.terminal().err(),
        false,
        true));
    var all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--table", TABLE.toString()));
    if (!kind.options.isEmpty()) {
      all.addAll(List.of(kind.options.split(" ")));
    }
    new CommandLine(command)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .parseArgs(all.toArray(String[]::new));
    try {
      command.run(service);
      return Optional.empty();
    } catch (InputException | CommandFailure | TableServiceException | IOException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private static String shown(Entity entity) {
    return entity.partitionKey() + "/" + entity.rowKey()
        + entity.toMap().entrySet().stream()
            .filter(each -> !each.getKey().endsWith("Key"))
            .sorted(Map.Entry.comparingByKey())
            .map(each -> " " + each.getKey() + "=" + shown(each.getValue()))
            .collect(Collectors.joining());
  }

  private static String shown(EdmValue value) {
    var text = RECORD.matcher(value.toString());
    return value.getClass().getSimpleName().substring("Edm".length()) + ":"
        + (text.matches() ? text.group(1) : value);
  }

  private static Kind kind(String what, String file, String text, String outcome) {
    return kind(what, file, text.getBytes(UTF_8), outcome);
  }

  private static Kind kind(String what, String file, byte[] bytes, String outcome) {
    return kind(what, file, bytes, "", outcome);
  }

  private static Kind kind(String what, String file, String text, String options, String outcome) {
    return kind(what, file, text.getBytes(UTF_8), options, outcome);
  }

  private static Kind kind(String what, String file, byte[] bytes, String options, String outcome) {
    return new Kind(what, file, bytes, options, outcome, false);
  }

  private static Kind refused(String what, String file, String text, String outcome) {
    return refused(what, file, text.getBytes(UTF_8), outcome);
  }

  private static Kind refused(String what, String file, byte[] bytes, String outcome) {
    return new Kind(what, file, bytes, "", outcome, true);
  }

  private static byte[] gzip(String text) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(bytes)) {
      gzip.write(text.getBytes(UTF_8));
    }
    return bytes.toByteArray();
  }

  /** Returns an archive of these names, each with the text after it. */
  private static byte[] zip(String... entries) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var zip = new ZipOutputStream(bytes)) {
      for (var i = 0; i < entries.length; i += 2) {
        zip.putNextEntry(new ZipEntry(entries[i]));
        zip.write(entries[i + 1].getBytes(UTF_8));
      }
    }
    return bytes.toByteArray();
  }
}
