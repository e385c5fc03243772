/** Tests of following a change feed. */
@NullMarked
package io.weir.api.follow;

import org.jspecify.annotations.NullMarked;
