package io.weir.cli.table;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.entity.Selection;
import io.weir.api.search.SearchPage;
import io.weir.api.search.SearchRequest;
import io.weir.cli.terminal.Terminal;
import io.weir.server.json.SearchWriter;
import io.weir.server.json.TableAddress;
import java.util.ArrayList;
import java.util.List;

/**
 * Prints a page of a search as the service's lines, one for each entity, and remarks about what is
 * missing.
 */
record HitLines(Terminal terminal) {

  void print(TableName table, Selection selection, SearchPage page) {
    lines(table, selection, page).forEach(terminal::say);
    if (!page.lag().isZero()) {
      terminal.remark("Writes of the last " + page.lag().toMillis() + " ms may be missing.");
    }
    if (page.next().isPresent() && page.next().getAsInt() <= SearchRequest.DEEPEST) {
      terminal.remark("There are more: --skip " + page.next().getAsInt() + ".");
    }
  }

  /**
   * Returns the lines without the last one, which tells what follows. They name no address, so the
   * account does not matter.
   */
  private static List<String> lines(TableName table, Selection selection, SearchPage page) {
    var writer =
        new SearchWriter(new TableAddress("", AccountName.DEVELOPMENT, table), withKeys(selection));
    var written = writer.lines(page, UnpooledByteBufAllocator.DEFAULT);
    try {
      var lines = written.toString(UTF_8).lines().toList();
      return lines.subList(0, lines.size() - 1);
    } finally {
      written.release();
    }
  }

  private static Selection withKeys(Selection selection) {
    if (selection.isAll()) {
      return selection;
    }
    var names = new ArrayList<>(List.of("PartitionKey", "RowKey"));
    names.addAll(selection.names());
    return Selection.of(names);
  }
}
