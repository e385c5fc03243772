package io.weir.engine.catalog;

import io.weir.api.AccountName;
import io.weir.api.entity.Entity;
import io.weir.api.queue.DeadLetters;
import io.weir.api.queue.QueueMetadata;
import io.weir.api.queue.QueueName;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A queue that exists.
 *
 * <p>Its row has the RowKey {@code $queue:} and the name, which is no name of a table. Metadata is
 * one property of lines, {@code name=value}.
 *
 * @param id the queue's id in the clustered index; of the space of table ids, never reused
 * @param settings the queue's settings, by name
 */
public record MessageQueue(
    AccountName account,
    QueueName name,
    int id,
    Map<String, String> settings,
    QueueMetadata metadata)
    implements CatalogRow {

  /** The beginning of the RowKey of each queue. */
  static final String KEY_PREFIX = "$queue:";

  private static final String ID = "Id";
  private static final String METADATA = "Metadata";
  private static final String MAX_DEQUEUE_COUNT = "MaxDequeueCount";
  private static final String DEAD_LETTERS = "DeadLetters";
  private static final String LANES = "Lanes";

  public MessageQueue {
    settings = Map.copyOf(settings);
  }

  /** Returns the queue's catalog row. */
  public Entity row() {
    var row = Entity.builder(account.value(), key(name)).set(ID, id).set(METADATA, text(metadata));
    Settings.set(row, settings);
    return row.build();
  }

  /**
   * Reads a row that {@link #row} made. Fails with {@link IllegalStateException} for any other row.
   */
  static MessageQueue ofRow(Entity row) {
    var id = row.getInt32(ID);
    var metadata = row.getString(METADATA);
    if (id.isEmpty() || metadata.isEmpty()) {
      throw new IllegalStateException("A row of the catalog is not of its form. row=" + row);
    }
    return new MessageQueue(
        new AccountName(row.partitionKey()),
        new QueueName(row.rowKey().substring(KEY_PREFIX.length())),
        id.get(),
        Settings.ofRow(row).texts(),
        metadata(metadata.get()));
  }

  /** Returns the write that changes some settings of an existing queue and keeps its others. */
  public static Write change(AccountName account, QueueName name, Map<String, String> changed) {
    var row = Entity.builder(account.value(), key(name));
    Settings.set(row, changed);
    return new Write.Update(row.build(), WriteMode.MERGE, IfMatch.ANY);
  }

  /** Returns the texts that store the number of lanes of a new queue. */
  public static Map<String, String> settingsOf(int lanes) {
    return lanes == 1 ? Map.of() : Map.of(LANES, Integer.toString(lanes));
  }

  /** Returns the number of lanes, which never changes. */
  public int lanes() {
    return Integer.parseInt(settings.getOrDefault(LANES, "1"));
  }

  /** Returns the texts that store a rule for giving up messages; those of no rule for null. */
  public static Map<String, String> settingsOf(@Nullable DeadLetters rule) {
    return rule == null
        ? Map.of(MAX_DEQUEUE_COUNT, "", DEAD_LETTERS, "")
        : Map.of(
            MAX_DEQUEUE_COUNT,
            Integer.toString(rule.maxDequeueCount()),
            DEAD_LETTERS,
            rule.queue().value());
  }

  /** Returns the rule for giving up messages; null when there is none. */
  public @Nullable DeadLetters deadLetters() {
    var count = settings.get(MAX_DEQUEUE_COUNT);
    var queue = settings.get(DEAD_LETTERS);
    return count == null || queue == null
        ? null
        : new DeadLetters(Integer.parseInt(count), new QueueName(queue));
  }

  /** Returns the write that replaces the metadata of an existing queue. */
  public static Write change(AccountName account, QueueName name, QueueMetadata metadata) {
    var row = Entity.builder(account.value(), key(name)).set(METADATA, text(metadata));
    return new Write.Update(row.build(), WriteMode.MERGE, IfMatch.ANY);
  }

  /** Returns a copy with some settings changed. */
  MessageQueue with(Map<String, String> changed) {
    return new MessageQueue(
        account, name, id, new Settings(settings).with(changed).texts(), metadata);
  }

  /** Returns a copy with other metadata. */
  MessageQueue with(QueueMetadata other) {
    return new MessageQueue(account, name, id, settings, other);
  }

  @Override
  public int tableId() {
    return id;
  }

  @Override
  public void enter(Catalog catalog) {
    catalog.reserveIds(id);
    catalog.queues().add(this);
  }

  private static String key(QueueName name) {
    return KEY_PREFIX + name.value();
  }

  private static String text(QueueMetadata metadata) {
    return metadata.texts().entrySet().stream()
        .map(text -> text.getKey() + "=" + text.getValue())
        .collect(Collectors.joining("\n"));
  }

  private static QueueMetadata metadata(String text) {
    var texts = new HashMap<String, String>();
    text.lines().forEach(line -> {
      var end = line.indexOf('=');
      if (end < 0) {
        throw new IllegalStateException(
            "The metadata of a queue in the catalog is not of its form. line=" + line);
      }
      texts.put(line.substring(0, end), line.substring(end + 1));
    });
    return new QueueMetadata(texts);
  }
}
