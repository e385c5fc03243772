package io.weir.engine.catalog;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.TableSetting;
import io.weir.api.entity.Entity;
import io.weir.api.index.IndexName;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.index.TableIndex;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A table that exists.
 *
 * @param name the name with the case of its creation
 * @param id the table's id in the clustered index; at least 1, never reused
 * @param settings the table's settings, by name
 * @param indexes the table's indexes, sorted by name
 */
public record Table(
    AccountName account,
    TableName name,
    int id,
    Map<String, String> settings,
    List<TableIndex> indexes)
    implements CatalogRow {

  private static final String NAME = "Name";
  private static final String ID = "Id";

  public Table {
    settings = Map.copyOf(settings);
    indexes = List.copyOf(indexes);
  }

  /** Creates a table without settings and indexes. */
  public Table(AccountName account, TableName name, int id) {
    this(account, name, id, Map.of(), List.of());
  }

  /** Returns the index with this name; empty when there is none. */
  public Optional<TableIndex> index(IndexName index) {
    return indexes.stream()
        .filter(each -> each.definition().name().equals(index))
        .findFirst();
  }

  /** Returns the table's value of a setting, or the standard one. */
  public <T> Optional<T> setting(TableSetting<T> setting) {
    var text = settings.get(SettingText.property(setting));
    return text == null ? setting.standard() : Optional.of(SettingText.read(setting, text));
  }

  /** Returns the table's catalog row. */
  public Entity row() {
    var row =
        Entity.builder(account.value(), name.folded()).set(NAME, name.value()).set(ID, id);
    Settings.set(row, settings);
    IndexText.set(row, id, indexes);
    return row.build();
  }

  /**
   * Returns the write that stores this table's indexes in its row. In the row of a later table of
   * the same name it has no effect.
   *
   * @param before the number of indexes that the row holds
   */
  public Write storeIndexes(int before) {
    var row = Entity.builder(account.value(), name.folded());
    IndexText.set(row, id, indexes);
    IndexText.clear(row, id, indexes.size(), before);
    return new Write.Update(row.build(), WriteMode.MERGE, IfMatch.ANY);
  }

  /**
   * Reads a row that {@link #row} made. Fails with {@link IllegalStateException} for any other row.
   */
  static Table ofRow(Entity row) {
    var name = row.getString(NAME);
    var id = row.getInt32(ID);
    if (name.isEmpty() || id.isEmpty()) {
      throw new IllegalStateException("A row of the catalog is not of its form. row=" + row);
    }
    return new Table(
        new AccountName(row.partitionKey()),
        new TableName(name.get()),
        id.get(),
        Settings.ofRow(row).texts(),
        IndexText.ofRow(row, id.get()));
  }

  /** Returns a copy with some settings changed. */
  Table with(Map<String, String> changed) {
    return new Table(account, name, id, new Settings(settings).with(changed).texts(), indexes);
  }

  /** Returns a copy with an index, which replaces the one of the same name. */
  public Table with(TableIndex index) {
    var others = without(index.definition().name()).indexes.stream();
    return withIndexes(Stream.concat(others, Stream.of(index))
        .sorted(Comparator.comparing(each -> each.definition().name().value()))
        .toList());
  }

  /** Returns a copy without the index of this name. */
  public Table without(IndexName index) {
    return withIndexes(
        indexes.stream().filter(each -> !each.definition().name().equals(index)).toList());
  }

  /** Returns a copy with these indexes, sorted by name, instead of its own. */
  Table withIndexes(List<TableIndex> others) {
    return new Table(account, name, id, settings, others);
  }

  @Override
  public int tableId() {
    return id;
  }

  @Override
  public void enter(Catalog catalog) {
    catalog.add(this);
  }
}
