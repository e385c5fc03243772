package io.weir.cli.transfer;

import io.weir.cli.format.FormatGuess;
import io.weir.cli.format.TextFormat;
import io.weir.cli.rows.ByteSource;
import io.weir.cli.rows.InputException;
import io.weir.cli.rows.SinglePass;
import io.weir.cli.rows.Spool;
import io.weir.cli.rows.Unpacked;
import io.weir.cli.rows.Utf8Bytes;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.Terminal;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code weir import} that say what its input is and how often it is read. */
final class InputOptions {

  static final String STANDARD_INPUT = "-";

  @Option(
      names = "--format",
      paramLabel = "csv|tsv|json|ndjson",
      description =
          "Format of the input. Default: what the name of FILE says; of standard input what its first characters say.")
  private @Nullable TextFormat format;

  @Option(
      names = "--encoding",
      paramLabel = "NAME",
      description =
          "Encoding of a text without a byte order mark, such as windows-1252. Default: UTF-8; UTF-16 if the text looks so.")
  private @Nullable Charset encoding;

  @Option(
      names = "--single-pass",
      description =
          "Read the input once and store its rows as they arrive, without a temporary file. The first 10,000 rows determine the"
              + " types of columns; the rows must have keys; and a broken row ends the import when those before it are stored.")
  private boolean singlePass;

  @Option(
      names = "--scratch",
      paramLabel = "DIR",
      description =
          "Folder for the temporary file that holds standard input, as large as the input. Default: that of the system.")
  private @Nullable Path scratch;

  boolean isSinglePass() {
    return singlePass;
  }

  static boolean isStandardInput(Path file) {
    return file.toString().equals(STANDARD_INPUT);
  }

  /** Fails when neither the name of the file nor an option states a format. */
  void requireFormat(Path file) {
    if (!isStandardInput(file) && stated(file).isEmpty()) {
      throw CommandFailure.wrongUsage("What is in " + file
          + "? Say --format csv, tsv, json or ndjson. A name that ends in one of them says it, too,"
          + " perhaps with .gz or .zip after it.");
    }
  }

  /**
   * Opens the input. Standard input is first copied into a temporary file, unless it is read once.
   * Fails when it cannot be read.
   */
  Input open(Path file, Terminal terminal) throws IOException {
    if (!isStandardInput(file)) {
      ByteSource source = () -> Files.newInputStream(file);
      source.open().close();
      return new Input(file.toString(), source, encoding, stated(file).orElseThrow(), () -> {});
    }
    if (singlePass) {
      return standardInput(new SinglePass(terminal.in()), () -> {});
    }
    var spool = spooled(terminal);
    try {
      return standardInput(spool, spool);
    } catch (IOException | RuntimeException e) {
      spool.close();
      throw e;
    }
  }

  private Spool spooled(Terminal terminal) throws IOException {
    try (var progress = terminal.progress().begin("Receiving", -1, "bytes")) {
      return Spool.of(terminal.in(), scratch, progress::advance);
    }
  }

  private Input standardInput(ByteSource source, Closeable end) throws IOException {
    var known = format == null ? guessed(source) : format;
    return new Input("standard input", source, encoding, known, end);
  }

  private TextFormat guessed(ByteSource source) throws IOException {
    try (var text = Utf8Bytes.of(Unpacked.of(source.open()), encoding)) {
      return FormatGuess.of(text);
    } catch (CharacterCodingException e) {
      throw InputException.atLine(1, InputException.OTHER_ENCODING);
    }
  }

  private Optional<TextFormat> stated(Path file) {
    return format == null ? TextFormat.ofName(file.toString()) : Optional.of(format);
  }
}
