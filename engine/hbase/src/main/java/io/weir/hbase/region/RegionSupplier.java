package io.weir.hbase.region;

import java.io.IOException;
import org.apache.hadoop.hbase.regionserver.Region;

/** Supplies the region to which a coprocessor belongs. */
@FunctionalInterface
interface RegionSupplier {

  /** Returns the region. Fails before HBase has started the coprocessor. */
  Region region() throws IOException;
}
