package io.weir.cli.format;

import io.weir.api.edm.EdmType;
import io.weir.api.entity.Entity;
import io.weir.api.entity.Selection;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Columns of fixed width, for people.
 *
 * <p>The first {@value #SAMPLE} entities determine columns and widths, and are buffered until then.
 * A wider cell is cut and ends in {@code …}. Columns of numbers are aligned right.
 */
public final class TableOutput implements Output {

  private static final int SAMPLE = 100;
  private static final int WIDEST = 40;
  private static final String GAP = "  ";
  private static final Set<EdmType> NUMBERS = Set.of(EdmType.INT32, EdmType.INT64, EdmType.DOUBLE);
  private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

  private final Writer out;
  private final Selection selection;
  private final List<Entity> sample = new ArrayList<>();
  private @Nullable Layout layout;

  public TableOutput(Writer out, Selection selection) {
    this.out = out;
    this.selection = selection;
  }

  @Override
  public void write(Entity entity) throws IOException {
    if (layout != null) {
      line(layout, layout.columns.cells(entity));
      return;
    }
    sample.add(entity);
    if (sample.size() == SAMPLE) {
      layOut();
    }
  }

  @Override
  public Set<String> leftOut() {
    return layout == null ? Set.of() : layout.columns.leftOut();
  }

  @Override
  public void flush() throws IOException {
    if (!sample.isEmpty()) {
      layOut();
    }
    out.flush();
  }

  @Override
  public void end() throws IOException {
    if (layout == null) {
      layOut();
    }
    out.flush();
  }

  @Override
  public void close() throws IOException {
    flush();
  }

  private void layOut() throws IOException {
    var columns = OutputColumns.of(selection, sample);
    var rows = sample.stream().map(columns::cells).toList();
    var chosen = Layout.of(columns, rows, numeric(sample));
    layout = chosen;
    sample.clear();
    line(chosen, columns.names());
    line(chosen, chosen.widths.stream().map("-"::repeat).toList());
    for (var row : rows) {
      line(chosen, row);
    }
  }

  /** Returns the names of the properties that are numbers wherever they occur. */
  private static Set<String> numeric(List<Entity> entities) {
    var numbers = new HashSet<String>();
    var others = new HashSet<String>();
    for (var entity : entities) {
      for (var cursor = entity.properties(); cursor.next(); ) {
        (NUMBERS.contains(cursor.type()) ? numbers : others).add(cursor.name());
      }
    }
    numbers.removeAll(others);
    return numbers;
  }

  private void line(Layout chosen, List<String> cells) throws IOException {
    var line = new StringBuilder();
    for (var i = 0; i < cells.size(); i++) {
      line.append(i == 0 ? "" : GAP)
          .append(padded(cells.get(i), chosen.widths.get(i), chosen.right.get(i)));
    }
    out.append(line.toString().stripTrailing()).append(System.lineSeparator());
  }

  private static String padded(String cell, int width, boolean right) {
    var text = CONTROL.matcher(cell).replaceAll(" ");
    var shown = text.length() <= width ? text : text.substring(0, width - 1) + "…";
    var space = " ".repeat(width - shown.length());
    return right ? space + shown : shown + space;
  }

  private record Layout(OutputColumns columns, List<Integer> widths, List<Boolean> right) {

    static Layout of(OutputColumns columns, List<List<String>> rows, Set<String> numeric) {
      var widths = new ArrayList<Integer>();
      var right = new ArrayList<Boolean>();
      for (var i = 0; i < columns.names().size(); i++) {
        var at = i;
        var width = rows.stream().mapToInt(row -> row.get(at).length()).max().orElse(0);
        widths.add(Math.max(columns.names().get(i).length(), Math.min(width, WIDEST)));
        right.add(numeric.contains(columns.names().get(i)));
      }
      return new Layout(columns, widths, right);
    }
  }
}
