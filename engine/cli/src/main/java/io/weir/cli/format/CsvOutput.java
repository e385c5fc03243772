package io.weir.cli.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityBuilder;
import io.weir.api.entity.Selection;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Separated values with a header, such as {@code weir import} and Azure Storage Explorer read and
 * write.
 *
 * <p>A column {@code NAME@type} after that of each property states the type of its cells. An absent
 * property has no type, and so differs from an empty text. Without a selection the first
 * {@value #SAMPLE} entities determine the columns. Other properties of later entities are left out,
 * and {@link #leftOut} returns their names.
 */
public final class CsvOutput implements Output {

  private static final int SAMPLE = 1000;

  private final CsvWriter out;
  private final Selection selection;
  private final boolean typed;
  private final List<Entity> sample = new ArrayList<>();
  private @Nullable OutputColumns columns;

  /**
   * Begins an output.
   *
   * @param delimiter the character between two cells
   * @param typed whether there are columns of types
   */
  public CsvOutput(Writer out, char delimiter, Selection selection, boolean typed) {
    this.out = CsvWriter.builder()
        .fieldSeparator(delimiter)
        .lineDelimiter(LineDelimiter.LF)
        .build(out);
    this.selection = selection;
    this.typed = typed;
  }

  /**
   * Begins an output with columns of types for the keys and for all of these properties, also those
   * that no entity has.
   */
  public static CsvOutput ofProperties(Writer out, char delimiter, Collection<String> properties) {
    var output = new CsvOutput(out, delimiter, Selection.ALL, true);
    output.begin(OutputColumns.of(properties));
    return output;
  }

  @Override
  public void write(Entity entity) throws IOException {
    if (columns != null) {
      out.writeRecord(cells(columns, entity));
      return;
    }
    sample.add(entity);
    if (sample.size() == SAMPLE || !selection.isAll()) {
      begin();
    }
  }

  @Override
  public Set<String> leftOut() {
    return columns == null ? Set.of() : columns.leftOut();
  }

  @Override
  public void flush() throws IOException {
    if (!sample.isEmpty()) {
      begin();
    }
    out.flush();
  }

  @Override
  public void end() throws IOException {
    if (columns == null) {
      begin();
    }
    out.flush();
  }

  @Override
  public void close() throws IOException {
    flush();
  }

  private void begin() {
    begin(OutputColumns.of(selection, sample));
  }

  private void begin(OutputColumns chosen) {
    columns = chosen;
    out.writeRecord(withTypes(chosen, chosen.names(), name -> name + CsvColumn.TYPE_SUFFIX));
    sample.forEach(entity -> out.writeRecord(cells(chosen, entity)));
    sample.clear();
  }

  private List<String> cells(OutputColumns chosen, Entity entity) {
    return withTypes(chosen, chosen.cells(entity), name -> type(entity, name));
  }

  /**
   * Puts a cell about the type after that of each property. Keys and Timestamp have one type each.
   */
  private List<String> withTypes(
      OutputColumns chosen, List<String> cells, Function<String, String> ofProperty) {
    if (!typed) {
      return cells;
    }
    var all = new ArrayList<String>(2 * cells.size());
    for (var i = 0; i < cells.size(); i++) {
      var name = chosen.names().get(i);
      all.add(cells.get(i));
      if (!EntityBuilder.isSystemProperty(name)) {
        all.add(ofProperty.apply(name));
      }
    }
    return all;
  }

  private static String type(Entity entity, String name) {
    var cursor = entity.properties();
    return cursor.seek(name.getBytes(UTF_8)) ? CellType.of(cursor.type()).toString() : "";
  }
}
