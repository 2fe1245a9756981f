"""No game: the targets and rulers of the calibration sheet, kept as parts, so that what proves parts proves them."""
