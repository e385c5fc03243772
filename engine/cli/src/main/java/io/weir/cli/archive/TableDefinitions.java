package io.weir.cli.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableSetting;
import io.weir.api.error.AccessDeniedException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.index.IndexStatus;
import io.weir.api.json.IndexJson;
import io.weir.api.json.SettingJson;
import io.weir.server.json.ControlLine;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import reactor.core.publisher.Mono;

/**
 * What is declared for a table: its indexes and its settings.
 *
 * @param indexes with their states when they were exported
 * @param settings those that are not the standard ones
 */
public record TableDefinitions(List<IndexStatus> indexes, List<Value<?>> settings) {

  private static final String INDEXES = "indexes";

  public TableDefinitions {
    indexes = List.copyOf(indexes);
    settings = List.copyOf(settings);
  }

  /**
   * Reads the definitions of an existing table. Leaves out what the service does not have or does
   * not show, and says so. Blocks.
   */
  public static TableDefinitions of(
      TableService tables, TableName table, Consumer<String> remarks) {
    var indexes = unlessLeftOut(tables.indexes(table), INDEXES, table, remarks);
    var settings = TableSetting.ALL.stream()
        .<Value<?>>flatMap(setting -> Value.of(tables, table, setting, remarks).stream());
    return new TableDefinitions(indexes.orElse(List.of()), settings.toList());
  }

  /**
   * Declares the definitions for a table. Leaves out what the service does not have or does not
   * permit, and says so. Blocks.
   */
  public void declare(TableService tables, TableName table, Consumer<String> remarks) {
    settings.forEach(value -> value.declare(tables, table, remarks));
    for (var index : indexes) {
      var definition = index.definition();
      unlessLeftOut(
          tables.createIndex(table, definition), "index=" + definition.name(), table, remarks);
    }
  }

  private static <T> Optional<T> unlessLeftOut(
      Mono<T> call, String what, TableName table, Consumer<String> remarks) {
    try {
      return call.blockOptional();
    } catch (InvalidRequestException | AccessDeniedException e) {
      remarks.accept("Left out: " + what + " table=" + table + ". " + e.getMessage());
      return Optional.empty();
    }
  }

  /** Adds the definitions to the members of the table's line. */
  void addTo(Map<String, String> members) {
    if (!indexes.isEmpty()) {
      members.put(INDEXES, new String(IndexJson.write(indexes), UTF_8));
    }
    settings.forEach(value -> members.put(value.setting.name(), value.json()));
  }

  /** Reads what {@link #addTo} added. Fails like an invalid request. */
  static TableDefinitions of(ControlLine line) {
    var indexes = line.get(INDEXES);
    var settings = TableSetting.ALL.stream()
        .filter(setting -> !line.get(setting.name()).isEmpty())
        .<Value<?>>map(setting -> Value.read(setting, line.get(setting.name())));
    return new TableDefinitions(
        indexes.isEmpty() ? List.of() : IndexJson.readList(indexes.getBytes(UTF_8)),
        settings.toList());
  }

  /** A setting with its value. */
  public record Value<T>(TableSetting<T> setting, T value) {

    private static <T> Optional<Value<T>> of(
        TableService tables, TableName table, TableSetting<T> setting, Consumer<String> remarks) {
      var call = standardIfLacking(setting, tables.setting(table, setting));
      return unlessLeftOut(call, setting.name(), table, remarks)
          .filter(found -> !setting.standard().equals(Optional.of(found)))
          .map(found -> new Value<>(setting, found));
    }

    /** A service that lacks a setting does what the standard value says, so nothing is left out. */
    private static <T> Mono<T> standardIfLacking(TableSetting<T> setting, Mono<T> call) {
      return setting
          .standard()
          .map(standard -> call.onErrorReturn(Value::isLacking, standard))
          .orElse(call);
    }

    private static boolean isLacking(Throwable failure) {
      return failure instanceof InvalidRequestException refused
          && refused.code() == ErrorCode.NOT_IMPLEMENTED;
    }

    private static <T> Value<T> read(TableSetting<T> setting, String json) {
      return new Value<>(setting, SettingJson.read(setting, json.getBytes(UTF_8)));
    }

    private void declare(TableService tables, TableName table, Consumer<String> remarks) {
      unlessLeftOut(tables.set(table, setting, value), setting.name(), table, remarks);
    }

    private String json() {
      return SettingJson.text(setting, value);
    }
  }
}
