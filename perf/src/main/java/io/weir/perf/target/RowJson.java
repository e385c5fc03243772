package io.weir.perf.target;

import io.weir.perf.load.Row;
import java.util.LinkedHashMap;
import tools.jackson.databind.json.JsonMapper;

/** A row as the standard dialect has it. */
final class RowJson {

  private static final JsonMapper MAPPER = JsonMapper.shared();

  private RowJson() {}

  static String of(Row row) {
    var members = new LinkedHashMap<String, String>();
    members.put("PartitionKey", row.key().partitionKey());
    members.put("RowKey", row.key().rowKey());
    for (var place = 0; place < row.values().size(); place++) {
      members.put(Row.name(place), row.values().get(place));
    }
    return MAPPER.writeValueAsString(members);
  }
}
