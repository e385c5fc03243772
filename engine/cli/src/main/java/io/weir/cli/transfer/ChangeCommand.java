package io.weir.cli.transfer;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmValue;
import io.weir.api.entity.ETag;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.TableServiceException;
import io.weir.api.json.EntityBody;
import io.weir.api.write.IfMatch;
import io.weir.api.write.PropertyOperation;
import io.weir.api.write.PropertyOperation.Operator;
import io.weir.api.write.Write;
import io.weir.cli.format.CellType;
import io.weir.cli.options.CommonOptions;
import io.weir.cli.options.EndpointOptions;
import io.weir.cli.options.FilterArgument;
import io.weir.cli.options.TableArgument;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.Terminal;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import reactor.core.publisher.Mono;

/** Changes properties of an entity in place, and prints the entity after the change. */
@Command(
    name = "change",
    sortOptions = false,
    description = {
      "Change properties of an entity in place: the service computes the values, so changes never conflict.",
      "Each CHANGE is OPERATION:NAME=VALUE or OPERATION:NAME:TYPE=VALUE, such as add:Seen=1, max:Last:DateTime=2026-01-02, append(,):Tags=red,"
          + " removeFrom(,):Tags=red, set:Name=owl, setIfAbsent:Stock=10, min:Low=3; or remove:NAME.",
      "Prints the entity after the change, as a line of JSON."
    })
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
public final class ChangeCommand implements Callable<Integer> {

  private static final Pattern CHANGE = Pattern.compile(
      "(?<operation>[A-Za-z]+(?:\\(.*?\\))?):(?<name>[^:=]+)(?::(?<type>[A-Za-z0-9.]+))?(?:=(?<value>.*))?",
      Pattern.DOTALL);

  @Parameters(index = "0", paramLabel = "TABLE", description = "The table.")
  private String table = "";

  @Parameters(index = "1", paramLabel = "PARTITIONKEY", description = "The entity's partition key.")
  private String partitionKey = "";

  @Parameters(index = "2", paramLabel = "ROWKEY", description = "The entity's row key.")
  private String rowKey = "";

  @Parameters(
      index = "3..*",
      arity = "1..*",
      paramLabel = "CHANGE",
      description = "How a property changes.")
  private List<String> changes = List.of();

  @Option(
      names = "--when",
      paramLabel = "FILTER",
      description =
          "Change the entity only if the filter is true for it: 'Stock ge 1'. Default: none.")
  private @Nullable String when;

  @Option(
      names = "--if-match",
      paramLabel = "ETAG",
      description = "Change the entity only if this version is stored. Default: any version.")
  private @Nullable String ifMatch;

  @Option(
      names = "--create",
      description = "Begin with an entity without properties if none is stored.")
  private boolean create;

  @Option(
      names = "--token",
      paramLabel = "UUID",
      description = {
        "Carry the change out once, however often it is sent with this token within ten minutes: a repeat prints what the first one printed,"
            + " or a note and the stored entity if the service has forgotten that.",
        "A script that may be started again makes one token for each change, by 'uuidgen' for instance. Default: a new token."
      })
  private @Nullable UUID token;

  @Mixin
  private EndpointOptions endpoint = new EndpointOptions();

  @Mixin
  private CommonOptions common = new CommonOptions();

  private final Terminal terminal;

  public ChangeCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    var name = TableArgument.named(table);
    var change = change();
    try (var client = endpoint.connect()) {
      client
          .write(name, change)
          .flatMap(result -> Mono.justOrEmpty(result.after()))
          .onErrorResume(ChangeCommand::isForgotten, forgotten -> stored(client, name))
          .blockOptional()
          .ifPresent(entity -> terminal.say(new String(EntityBody.write(entity), UTF_8)));
      return 0;
    }
  }

  private static boolean isForgotten(Throwable failure) {
    return failure instanceof TableServiceException refused
        && refused.code() == ErrorCode.CHANGE_ANSWER_FORGOTTEN;
  }

  /** Returns the present entity in place of that of a forgotten answer. */
  private Mono<Entity> stored(TableService client, TableName name) {
    terminal.remark("The change with this token was carried out before. The entity after it is "
        + "forgotten; this is the one that is stored now, if there is one.");
    return client.get(name, key());
  }

  private EntityKey key() {
    return new EntityKey(partitionKey, rowKey);
  }

  private Write.Change change() {
    try {
      var operations =
          changes.stream().map(ChangeCommand::operation).toArray(PropertyOperation[]::new);
      var change = Write.change(key(), operations)
          .when(FilterArgument.parsed("--when", when))
          .answering(Write.Answer.AFTER);
      var versioned = ifMatch == null ? change : change.ifMatch(IfMatch.version(new ETag(ifMatch)));
      var whole = create ? versioned.orCreate() : versioned;
      return token == null ? whole : whole.withToken(token);
    } catch (InvalidRequestException e) {
      throw CommandFailure.wrongUsage("The change cannot be sent. " + e.getMessage());
    }
  }

  private static PropertyOperation operation(String text) {
    var parts = CHANGE.matcher(text);
    if (!parts.matches()) {
      throw CommandFailure.wrongUsage("'" + text
          + "' is no change: OPERATION:NAME=VALUE, OPERATION:NAME:TYPE=VALUE or remove:NAME.");
    }
    var operation = parts.group("operation");
    var operand = Optional.ofNullable(parts.group("value"))
        .map(value -> isOfText(operation) && parts.group("type") == null
            ? new EdmString(value)
            : value(text, parts.group("type"), value));
    return PropertyOperation.parse(parts.group("name"), operation, operand);
  }

  /** Whether an operation takes text, whatever it looks like. */
  private static boolean isOfText(String operation) {
    return operation.startsWith(Operator.APPEND.text())
        || operation.startsWith(Operator.REMOVE_FROM.text());
  }

  private static EdmValue value(String change, @Nullable String type, String value) {
    return type == null
        ? CellType.inferred(value)
        : CellType.stated(type)
            .flatMap(stated -> stated.fitting(value))
            .orElseThrow(() -> CommandFailure.wrongUsage(
                "'" + value + "' in '" + change + "' is no " + type + "."));
  }
}
