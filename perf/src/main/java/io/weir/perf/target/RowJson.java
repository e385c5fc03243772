package io.weir.perf.target;

import io.weir.perf.workload.DataRow;
import java.util.LinkedHashMap;
import tools.jackson.databind.json.JsonMapper;

/** Writes a row as JSON of the standard dialect. */
final class RowJson {

  private static final JsonMapper MAPPER = JsonMapper.shared();

  private RowJson() {}

  static String of(DataRow row) {
    var members = new LinkedHashMap<String, String>();
    members.put("PartitionKey", row.key().partitionKey());
    members.put("RowKey", row.key().rowKey());
    for (var place = 0; place < row.values().size(); place++) {
      members.put(DataRow.name(place), row.values().get(place));
    }
    return MAPPER.writeValueAsString(members);
  }
}
