package io.weir.cli.csv;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.weir.api.entity.Entity;
import io.weir.api.entity.Selection;
import io.weir.cli.show.Columns;
import io.weir.cli.show.Output;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Comma-separated values with a header, such as {@code weir import} reads.
 *
 * <p>Without a selection the first {@value #SAMPLE} entities determine the columns. Other properties of later entities are left out, and
 * {@link #leftOut} returns their names.
 */
public final class CsvOutput implements Output {

  private static final int SAMPLE = 1000;

  private final CsvWriter out;
  private final Selection selection;
  private final List<Entity> sample = new ArrayList<>();
  private @Nullable Columns columns;

  public CsvOutput(Writer out, Selection selection) {
    this.out = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(out);
    this.selection = selection;
  }

  @Override
  public void write(Entity entity) throws IOException {
    if (columns != null) {
      out.writeRecord(columns.cells(entity));
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
    var chosen = Columns.of(selection, sample);
    columns = chosen;
    out.writeRecord(chosen.names());
    sample.forEach(entity -> out.writeRecord(chosen.cells(entity)));
    sample.clear();
  }
}
