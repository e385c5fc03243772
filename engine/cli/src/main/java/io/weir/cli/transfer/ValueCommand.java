package io.weir.cli.transfer;

import io.weir.api.entity.EntityKey;
import io.weir.api.json.UnfinishedUpload;
import io.weir.cli.options.CommonOptions;
import io.weir.cli.options.EndpointOptions;
import io.weir.cli.options.TableArgument;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.Persistence;
import io.weir.cli.terminal.Terminal;
import io.weir.client.value.ValueName;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Stores, prints, describes and deletes large values. */
@Command(
    name = "value",
    sortOptions = false,
    description = {
      "Store, print, describe or delete large values, and list unfinished uploads.",
      "Example: weir value put Birds Owls 1 photo owl.png --content-type image/png --resume"
    })
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
public final class ValueCommand implements Runnable {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final String RESUME =
      "Continue the last transfer that was interrupted, and try again when this one is, for two minutes without progress.";

  @Mixin
  private CommonOptions common = new CommonOptions();

  @Spec
  private CommandSpec spec = CommandSpec.create();

  private final Terminal terminal;

  public ValueCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "Say what to do: value put, get, head, delete or uploads.");
  }

  /** The arguments that name a value. */
  static final class Names {

    @Parameters(index = "0", paramLabel = "TABLE", description = "Table of the value.")
    private String table = "";

    @Parameters(
        index = "1",
        paramLabel = "PARTITION",
        description = "PartitionKey of the entity that the value belongs to.")
    private String partition = "";

    @Parameters(index = "2", paramLabel = "ROW", description = "RowKey of that entity.")
    private String row = "";

    @Parameters(
        index = "3",
        paramLabel = "NAME",
        description = "Name of the value; '' for the value whose own row this is.")
    private String name = "";

    ValueName name() {
      return new ValueName(TableArgument.named(table), new EntityKey(partition, row), name);
    }
  }

  @Command(
      name = "put",
      sortOptions = false,
      description = "Store a file as a value, in place of what is there.")
  int put(
      @Mixin Names value,
      @Parameters(index = "4", paramLabel = "FILE", description = "The file.") Path file,
      @Option(
              names = "--content-type",
              paramLabel = "TYPE",
              defaultValue = "application/octet-stream",
              description = "Media type of the value. Default: ${DEFAULT-VALUE}.")
          String contentType,
      @Option(
              names = "--if-match",
              paramLabel = "TAG",
              description =
                  "Replace only this version, as 'weir value head' prints it. Default: any.")
          @Nullable
          String ifMatch,
      @Option(names = "--resume", description = RESUME) boolean resume,
      @Mixin EndpointOptions endpoint,
      @Mixin CommonOptions unused)
      throws IOException {
    var terms = new FileUpload.Terms(contentType, Optional.ofNullable(ifMatch));
    try (var client = endpoint.connect()) {
      new FileUpload(client.values(), value.name(), file, terms, terminal)
          .run(persistence(resume), resume);
    }
    return 0;
  }

  @Command(name = "get", sortOptions = false, description = "Print a value, or save it as a file.")
  int get(
      @Mixin Names value,
      @Option(
              names = "--output",
              paramLabel = "FILE",
              description = "File that receives the value. Default: standard output.")
          @Nullable
          Path output,
      @Option(names = "--resume", description = RESUME) boolean resume,
      @Mixin EndpointOptions endpoint,
      @Mixin CommonOptions unused)
      throws IOException {
    if (output == null && resume) {
      throw CommandFailure.wrongUsage("--resume needs a file: give --output.");
    }
    try (var client = endpoint.connect()) {
      var download = new FileDownload(client.values(), value.name(), terminal);
      if (output == null) {
        download.print();
      } else {
        download.run(output, persistence(resume), resume);
      }
    }
    return 0;
  }

  @Command(name = "head", description = "Describe a value: length, media type, version, SHA-256.")
  int head(@Mixin Names value, @Mixin EndpointOptions endpoint, @Mixin CommonOptions unused) {
    try (var client = endpoint.connect()) {
      var head = client.values().head(value.name()).blockOptional().orElseThrow();
      terminal.say("Content-Length: " + head.lengthBytes());
      terminal.say("Content-Type: " + head.contentType());
      terminal.say("ETag: " + head.tag());
      terminal.say("Repr-Digest: " + head.digest());
    }
    return 0;
  }

  @Command(name = "delete", description = "Delete a value.")
  int delete(@Mixin Names value, @Mixin EndpointOptions endpoint, @Mixin CommonOptions unused) {
    try (var client = endpoint.connect()) {
      client.values().delete(value.name()).block();
    }
    terminal.say(value.name.isEmpty() ? "deleted" : value.name + ": deleted");
    return 0;
  }

  @Command(
      name = "uploads",
      sortOptions = false,
      description = "List the unfinished uploads of a partition, or collect old ones.")
  int uploads(
      @Parameters(index = "0", paramLabel = "TABLE", description = "Table of the uploads.")
          String table,
      @Parameters(index = "1", paramLabel = "PARTITION", description = "Their PartitionKey.")
          String partition,
      @Option(
              names = "--collect",
              paramLabel = "AGE",
              description =
                  "Remove uploads without progress for this time, such as 12h or 7d, and replaced values that a crash has left.")
          @Nullable
          String age,
      @Mixin EndpointOptions endpoint,
      @Mixin CommonOptions unused) {
    var named = TableArgument.named(table);
    var oldest = Optional.ofNullable(age).map(ValueCommand::period);
    try (var client = endpoint.connect()) {
      oldest.ifPresentOrElse(
          time -> terminal.say("collected "
              + client.values().collect(named, partition, time).blockOptional().orElseThrow()),
          () -> say(client.values().uploads(named, partition).blockOptional().orElseThrow()));
    }
    return 0;
  }

  private void say(List<UnfinishedUpload> uploads) {
    if (uploads.isEmpty()) {
      terminal.say("no uploads");
    }
    uploads.forEach(upload -> terminal.say(upload.id() + " " + upload.key().rowKey() + " "
        + upload.offset() + " bytes, last stored "
        + upload.lastStored().map(Instant::toString).orElse("never")));
  }

  private Persistence persistence(boolean resume) {
    return new Persistence(resume, PATIENCE, Persistence.Time.SYSTEM, terminal);
  }

  private static Duration period(String text) {
    try {
      return Duration.parse(text.endsWith("d") ? "P" + text : "PT" + text);
    } catch (DateTimeException e) {
      throw CommandFailure.wrongUsage("--collect is a time such as 12h or 7d, not '" + text + "'.");
    }
  }
}
